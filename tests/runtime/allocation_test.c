// The heap: sizes, alignment, contents after growing and shrinking, and impossible requests.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "testing.h"

#include <errno.h>
#include <malloc.h>
#include <stdint.h>

MODEL(malloc);
MODEL(calloc);
MODEL(realloc);
MODEL(reallocarray);
MODEL(free);
MODEL(memalign);
MODEL(aligned_alloc);
MODEL(posix_memalign);
MODEL(valloc);
MODEL(pvalloc);
MODEL(malloc_usable_size);

static void test_sizes(void) {
  for (size_t size = 0; size < 40; ++size) {
    char *block = model_malloc(size);
    CHECK(block != NULL, "even of size 0, as in glibc");
    CHECK(model_malloc_usable_size(block) == size, "%zu", size);
    memset(block, 1, size);
    model_free(block);
  }
  model_free(NULL);
  CHECK(model_malloc_usable_size(NULL) == 0, "no block has no size");
}

static void test_zeroed_blocks(void) {
  static const char zeros[5 * 7];
  char *block = model_calloc(5, 7);
  CHECK(model_malloc_usable_size(block) == 35, "5 times 7");
  CHECK(memcmp(block, zeros, 35) == 0, "all are zero");
  model_free(block);
  block = model_calloc(0, 7);
  CHECK(block != NULL, "even of size 0");
  model_free(block);
}

static void test_resized_blocks(void) {
  for (size_t before = 1; before < 20; ++before)
    for (size_t after = 1; after < 20; ++after) {
      char *block = model_malloc(before);
      for (size_t i = 0; i < before; ++i) block[i] = (char)i;
      block = before % 2 ? model_realloc(block, after) : model_reallocarray(block, 1, after);
      CHECK(model_malloc_usable_size(block) == after, "%zu", after);
      for (size_t i = 0; i < before && i < after; ++i) CHECK(block[i] == (char)i, "%zu", i);
      model_free(block);
    }
  char *block = model_realloc(NULL, 3);
  CHECK(model_malloc_usable_size(block) == 3, "from nothing");
  CHECK(model_realloc(block, 0) == NULL, "to nothing: the block is freed");
}

static void test_alignment(void) {
  for (size_t alignment = 1; alignment <= 4096; alignment *= 2) {
    void *blocks[] = {model_memalign(alignment, 3), model_aligned_alloc(alignment, 3), NULL};
    const int expected = alignment < sizeof(void *) ? EINVAL : 0;
    CHECK(model_posix_memalign(&blocks[2], alignment, 3) == expected, "%zu", alignment);
    for (int i = 0; i < 3; ++i) {
      CHECK((uintptr_t)blocks[i] % alignment == 0, "%zu", alignment);
      model_free(blocks[i]);
    }
  }
  void *block;
  CHECK(model_posix_memalign(&block, 24, 1) == EINVAL, "not a power of two");
  CHECK(model_posix_memalign(&block, 0, 1) == EINVAL, "not a power of two");
  block = model_memalign(24, 1);
  CHECK((uintptr_t)block % 32 == 0, "rounded up");
  model_free(block);
  block = model_valloc(1);
  CHECK((uintptr_t)block % 4096 == 0, "a page");
  model_free(block);
  block = model_pvalloc(4097);
  CHECK(model_malloc_usable_size(block) == 8192, "whole pages");
  model_free(block);
}

#define REFUSED(call)                                      \
  do {                                                     \
    errno = 0;                                             \
    CHECK((call) == NULL && errno == ENOMEM, "no memory"); \
  } while (0)

static void test_impossible_requests(void) {
  // The compiler knows better than to let constants of this size through.
  const volatile size_t huge = SIZE_MAX;
  void *block = model_malloc(1);
  REFUSED(model_malloc(huge / 2 + 1));
  REFUSED(model_calloc(huge / 2, 3));
  REFUSED(model_calloc(huge, 1));
  REFUSED(model_realloc(block, huge));
  REFUSED(model_reallocarray(block, huge / 4, 5));
  REFUSED(model_aligned_alloc(64, huge));
  void *untouched = block;
  CHECK(model_posix_memalign(&untouched, 64, huge) == ENOMEM && untouched == block, "no memory");
  CHECK(model_malloc_usable_size(block) == 1, "a failed realloc keeps the block");
  model_free(block);
}

int main(void) {
  RUN(test_sizes);
  RUN(test_zeroed_blocks);
  RUN(test_resized_blocks);
  RUN(test_alignment);
  RUN(test_impossible_requests);
  return tests_result();
}
