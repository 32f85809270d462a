// The machine's builtins for models that run on the hardware.
//
// Blocks of the heap come from the C library, so that the address sanitizer watches over their ends.
// SPDX-License-Identifier: Apache-2.0
#include <malloc.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "builtins.h"
#include "testing.h"

enum { SEVERAL_BLOCKS = 64 };

// The library's own idea of a block's size is rounded up, so sizes are kept here.
static struct {
  void *block;
  size_t size;
} live[SEVERAL_BLOCKS];

static int find_block(const void *block) {
  for (int i = 0; i < SEVERAL_BLOCKS; ++i)
    if (live[i].block == block) return i;
  fprintf(stderr, "%s\n", block ? "not a block of the heap" : "too many blocks at once");
  abort();
}

void *__heddle_allocate(size_t size, size_t alignment) {
  const int place = find_block(NULL);
  live[place].size = size;
  return live[place].block = memalign(alignment, size);
}

void __heddle_free(void *block) {
  if (block == NULL) return;
  live[find_block(block)].block = NULL;
  free(block);
}

size_t __heddle_block_size(const void *block) { return live[find_block(block)].size; }
size_t __heddle_size_to_move(const void *block) { return __heddle_block_size(block); }

double __heddle_parse_double(const char *text, size_t *length) {
  char *end;
  const double value = strtod(text, &end);
  *length = (size_t)(end - text);
  return value;
}

// What the archive's other members ask for when a test takes one of their neighbours along.
int __heddle_format_double(char *buffer, size_t size, const char *spec, double value) {
  return snprintf(buffer, size, spec, value);
}

void __heddle_output(int fd, const char *text, size_t length) {
  fwrite(text, 1, length, fd == 1 ? stdout : stderr);
}

void __heddle_assumption(const char *text) { (void)text; }
void __heddle_atomic_begin(void) {}
void __heddle_atomic_end(void) {}

void __heddle_fail(const char *kind, const char *message) {
  fprintf(stderr, "%s: %s\n", kind, message);
  abort();
}

jmp_buf refusal;
const char *refused;

void __heddle_unsupported(const char *what) {
  refused = what;
  longjmp(refusal, 1);
}

void *native_copy(void *to, const void *from, size_t size) { return memmove(to, from, size); }
void *native_fill(void *to, int byte, size_t size) { return memset(to, byte, size); }
