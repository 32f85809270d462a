// The malloc family on the machine's heap.
//
// Memory never runs out, but sizes no process can have still fail as glibc makes them fail, so that
// overflow checks in the program are exercised.
// SPDX-License-Identifier: Apache-2.0
#include <malloc.h>
#include <stdlib.h>

#include "library.h"

enum { DEFAULT_ALIGNMENT = 16 };

static bool is_power_of_two(size_t n) { return n && !(n & (n - 1)); }

void *__heddle_rt_allocate(size_t size, size_t alignment) {
  if (size > PTRDIFF_MAX) return null_with_errno(ENOMEM);
  return __heddle_allocate(size, alignment);
}

void *malloc(size_t size) { return __heddle_rt_allocate(size, DEFAULT_ALIGNMENT); }

void *calloc(size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) return null_with_errno(ENOMEM);
  void *block = __heddle_rt_allocate(bytes, DEFAULT_ALIGNMENT);
  // The block is zero already but counts as uninitialised until written.
  if (block) __builtin_memset(block, 0, bytes);
  return block;
}

static void *resize(void *block, size_t size) {
  if (!block) return __heddle_rt_allocate(size, DEFAULT_ALIGNMENT);
  if (size == 0) {
    __heddle_free(block);
    return NULL;
  }
  size_t old_size = __heddle_block_size(block);
  void *fresh = __heddle_rt_allocate(size, DEFAULT_ALIGNMENT);
  if (!fresh) return NULL;
  __builtin_memcpy(fresh, block, old_size < size ? old_size : size);
  __heddle_free(block);
  return fresh;
}

// Always moves: a program that keeps the old address is wrong and is to be caught.
void *realloc(void *block, size_t size) { return resize(block, size); }

void *reallocarray(void *block, size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) return null_with_errno(ENOMEM);
  return resize(block, bytes);
}

void free(void *block) {
  if (block) __heddle_free(block);
}

static void *allocate_aligned(size_t alignment, size_t size) {
  if (!is_power_of_two(alignment)) return null_with_errno(EINVAL);
  return __heddle_rt_allocate(size, alignment < DEFAULT_ALIGNMENT ? DEFAULT_ALIGNMENT : alignment);
}

void *aligned_alloc(size_t alignment, size_t size) { return allocate_aligned(alignment, size); }

void *memalign(size_t alignment, size_t size) { return allocate_aligned(alignment, size); }

int posix_memalign(void **result, size_t alignment, size_t size) {
  if (!is_power_of_two(alignment) || alignment % sizeof(void *) != 0) return EINVAL;
  if (size > PTRDIFF_MAX) return ENOMEM;
  *result = allocate_aligned(alignment, size);
  return 0;
}

size_t malloc_usable_size(void *block) { return block ? __heddle_block_size(block) : 0; }
