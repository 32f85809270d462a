// Blocks of bytes: each function on blocks of all small sizes and contents.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "testing.h"

#include <limits.h>
#include <strings.h>
#include <unistd.h>

MODEL(memcpy);
MODEL(memmove);
MODEL(memset);
MODEL(mempcpy);
MODEL(memccpy);
MODEL(memcmp);
MODEL(bcmp);
MODEL(memchr);
MODEL(memrchr);
MODEL(rawmemchr);
MODEL(memmem);
MODEL(bcopy);
MODEL(bzero);
MODEL(explicit_bzero);
MODEL(swab);
MODEL(ffs);
MODEL(ffsl);
MODEL(ffsll);

enum { BUFFER = 12 };

static const char bytes[BUFFER + 1] =
    "ab\0cab\xff\x80"
    "abc!";

#define SAME_BYTES(model, library, size) \
  CHECK(memcmp(model, library, BUFFER) == 0, "size %zu", (size_t)(size))

static void test_copies(void) {
  for (size_t size = 0; size <= BUFFER; ++size) {
    char *from = exact_block(bytes, size);
    char a[BUFFER] = "************", b[BUFFER] = "************";
    CHECK(model_memcpy(a, from, size) == a, "it returns the target");
    memcpy(b, from, size);
    SAME_BYTES(a, b, size);
    CHECK(model_mempcpy(a, from, size) == a + size, "it returns the end");
    free(from);
  }
}

static void test_overlapping_moves(void) {
  for (size_t from = 0; from < BUFFER; ++from)
    for (size_t to = 0; to < BUFFER; ++to) {
      const size_t size = BUFFER - (from > to ? from : to);
      char a[BUFFER], b[BUFFER], c[BUFFER];
      memcpy(a, bytes, BUFFER), memcpy(b, bytes, BUFFER), memcpy(c, bytes, BUFFER);
      CHECK(model_memmove(a + to, a + from, size) == a + to, "it returns the target");
      memmove(b + to, b + from, size);
      model_bcopy(c + from, c + to, size);
      SAME_BYTES(a, b, size);
      SAME_BYTES(c, b, size);
    }
}

static void test_fills(void) {
  for (size_t size = 0; size <= BUFFER; ++size) {
    char a[BUFFER], b[BUFFER], c[BUFFER], d[BUFFER];
    memcpy(a, bytes, BUFFER), memcpy(b, bytes, BUFFER);
    CHECK(model_memset(a, 0x1ff, size) == a, "it returns the block");
    memset(b, 0xff, size);
    SAME_BYTES(a, b, size);
    memcpy(c, bytes, BUFFER), memcpy(d, bytes, BUFFER);
    memset(b, 0, size), memcpy(b + size, bytes + size, BUFFER - size);
    model_bzero(c, size);
    model_explicit_bzero(d, size);
    SAME_BYTES(c, b, size);
    SAME_BYTES(d, b, size);
  }
}

static void test_copy_up_to_a_byte(void) {
  for (size_t size = 0; size <= BUFFER; ++size)
    for (int byte = CHAR_MIN; byte <= UCHAR_MAX; ++byte) {
      char a[BUFFER] = "", b[BUFFER] = "";
      char *model = model_memccpy(a, bytes, byte, size);
      char *library = memccpy(b, bytes, byte, size);
      CHECK((model ? model - a : -1) == (library ? library - b : -1), "byte %d", byte);
      SAME_BYTES(a, b, size);
    }
}

static void test_comparisons(void) {
  for (size_t i = 0; i < BUFFER; ++i)
    for (size_t j = 0; j < BUFFER; ++j)
      for (size_t size = 0; size <= BUFFER - (i > j ? i : j); ++size) {
        const int expected = memcmp(bytes + i, bytes + j, size);
        CHECK(sign(model_memcmp(bytes + i, bytes + j, size)) == sign(expected), "%zu, %zu", i, j);
        CHECK(!model_bcmp(bytes + i, bytes + j, size) == !expected, "%zu, %zu", i, j);
      }
}

static void test_searches(void) {
  for (size_t size = 0; size <= BUFFER; ++size)
    for (int byte = CHAR_MIN; byte <= UCHAR_MAX; ++byte) {
      char *block = exact_block(bytes, size);
      CHECK(model_memchr(block, byte, size) == memchr(block, byte, size), "byte %d", byte);
      CHECK(model_memrchr(block, byte, size) == memrchr(block, byte, size), "byte %d", byte);
      if (memchr(block, byte, size))
        CHECK(model_rawmemchr(block, byte) == memchr(block, byte, size), "byte %d", byte);
      free(block);
    }
}

static void test_parts(void) {
  for (size_t start = 0; start < BUFFER; ++start)
    for (size_t length = 0; length <= BUFFER - start; ++length)
      for (size_t size = 0; size <= BUFFER; ++size) {
        char *block = exact_block(bytes, size);
        char *wanted = exact_block(bytes + start, length);
        CHECK(model_memmem(block, size, wanted, length) == memmem(block, size, wanted, length),
              "%zu bytes from %zu in %zu", length, start, size);
        free(block), free(wanted);
      }
}

static void test_swapped_bytes(void) {
  for (ssize_t size = -1; size <= BUFFER; ++size) {
    char a[BUFFER] = "", b[BUFFER] = "";
    model_swab(bytes, a, size);
    swab(bytes, b, size);
    SAME_BYTES(a, b, size);
  }
}

static void test_first_bits(void) {
  for (int bit = 0; bit < 64; ++bit)
    for (int other = 0; other < 64; ++other) {
      const long long value = (long long)(1ull << bit | 1ull << other);
      CHECK(model_ffsll(value) == ffsll(value), "%llx", value);
      CHECK(model_ffsl(value) == ffsl(value), "%llx", value);
      CHECK(model_ffs((int)value) == ffs((int)value), "%llx", value);
    }
  CHECK(model_ffs(0) == 0 && model_ffsl(0) == 0 && model_ffsll(0) == 0, "no bit is set");
}

int main(void) {
  RUN(test_copies);
  RUN(test_overlapping_moves);
  RUN(test_fills);
  RUN(test_copy_up_to_a_byte);
  RUN(test_comparisons);
  RUN(test_searches);
  RUN(test_parts);
  RUN(test_swapped_bytes);
  RUN(test_first_bits);
  return tests_result();
}
