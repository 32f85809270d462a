// Blocks of bytes: memcpy and its relatives.
//
// Copying and filling are one operation of the machine, hence one transition, as the compiler's own
// struct assignments are. Everything that looks at single bytes does so one access at a time.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "builtins.h"

void *memcpy(void *restrict to, const void *restrict from, size_t size) {
  __builtin_memcpy(to, from, size);
  return to;
}

void *memmove(void *to, const void *from, size_t size) {
  __builtin_memmove(to, from, size);
  return to;
}

void *memset(void *to, int byte, size_t size) {
  __builtin_memset(to, byte, size);
  return to;
}

void *mempcpy(void *restrict to, const void *restrict from, size_t size) {
  __builtin_memcpy(to, from, size);
  return (char *)to + size;
}

// The name glibc's headers used for mempcpy before it was public; libstdc++ still may.
void *__mempcpy(void *restrict to, const void *restrict from, size_t size) {
  __builtin_memcpy(to, from, size);
  return (char *)to + size;
}

void *memccpy(void *restrict to, const void *restrict from, int byte, size_t size) {
  unsigned char *target = to;
  const unsigned char *source = from;
  for (size_t i = 0; i < size; ++i) {
    const unsigned char copied = source[i];
    target[i] = copied;
    if (copied == (unsigned char)byte) return target + i + 1;
  }
  return NULL;
}

int memcmp(const void *left, const void *right, size_t size) {
  const unsigned char *a = left;
  const unsigned char *b = right;
  for (size_t i = 0; i < size; ++i) {
    const int difference = a[i] - b[i];
    if (difference != 0) return difference;
  }
  return 0;
}

int bcmp(const void *left, const void *right, size_t size) { return memcmp(left, right, size); }

void *memchr(const void *block, int byte, size_t size) {
  const unsigned char *bytes = block;
  for (size_t i = 0; i < size; ++i)
    if (bytes[i] == (unsigned char)byte) return (void *)(bytes + i);
  return NULL;
}

void *rawmemchr(const void *block, int byte) {
  const unsigned char *bytes = block;
  while (*bytes != (unsigned char)byte) ++bytes;
  return (void *)bytes;
}

void *memrchr(const void *block, int byte, size_t size) {
  const unsigned char *bytes = block;
  for (size_t i = size; i > 0; --i)
    if (bytes[i - 1] == (unsigned char)byte) return (void *)(bytes + i - 1);
  return NULL;
}

void *memmem(const void *block, size_t size, const void *wanted, size_t wanted_size) {
  const unsigned char *bytes = block;
  for (size_t i = 0; i + wanted_size <= size; ++i)
    if (memcmp(bytes + i, wanted, wanted_size) == 0) return (void *)(bytes + i);
  return NULL;
}

void bcopy(const void *from, void *to, size_t size) { __builtin_memmove(to, from, size); }
void bzero(void *block, size_t size) { __builtin_memset(block, 0, size); }
void explicit_bzero(void *block, size_t size) { __builtin_memset(block, 0, size); }

void swab(const void *restrict from, void *restrict to, ssize_t size) {
  const unsigned char *source = from;
  unsigned char *target = to;
  for (ssize_t i = 0; i + 1 < size; i += 2) {
    const unsigned char first = source[i];
    target[i] = source[i + 1];
    target[i + 1] = first;
  }
}

static int first_bit(unsigned long value) { return value != 0 ? __builtin_ctzl(value) + 1 : 0; }

int ffs(int value) { return first_bit((unsigned)value); }
int ffsl(long value) { return first_bit((unsigned long)value); }
int ffsll(long long value) { return first_bit((unsigned long)value); }
