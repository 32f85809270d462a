// The heap as C knows it, on top of the machine's blocks.
//
// Memory never runs out. Requests that no machine could meet fail as they do under glibc, so that a
// program's check for an overflowing size is exercised.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>

#include "builtins.h"

enum { ALIGNMENT = _Alignof(max_align_t), PAGE = 4096 };

static void *allocate(size_t size, size_t alignment) {
  if (size > PTRDIFF_MAX) {
    errno = ENOMEM;
    return NULL;
  }
  return __heddle_allocate(size, alignment);
}

void *malloc(size_t size) { return allocate(size, ALIGNMENT); }

void free(void *block) { __heddle_free(block); }

void *calloc(size_t count, size_t size) {
  size_t total;
  if (__builtin_mul_overflow(count, size, &total)) total = SIZE_MAX;
  void *block = allocate(total, ALIGNMENT);
  // The machine's memory is zero already, but counts as uninitialised until it is written.
  if (block != NULL) __builtin_memset(block, 0, total);
  return block;
}

void *realloc(void *block, size_t size) {
  if (block == NULL) return malloc(size);
  if (size == 0) {
    free(block);
    return NULL;
  }
  // Asked before anything is allocated: a block that is already free would lend its address.
  const size_t old_size = __heddle_size_to_move(block);
  // Always to another place: pointers to the old one are then found out.
  void *moved = allocate(size, ALIGNMENT);
  if (moved == NULL) return NULL;
  __builtin_memcpy(moved, block, old_size < size ? old_size : size);
  free(block);
  return moved;
}

void *reallocarray(void *block, size_t count, size_t size) {
  size_t total;
  if (__builtin_mul_overflow(count, size, &total)) total = SIZE_MAX;
  return realloc(block, total);
}

static int is_power_of_two(size_t value) { return value != 0 && (value & (value - 1)) == 0; }

// Alignments that are no powers of two are rounded up, as glibc does.
static void *allocate_aligned(size_t alignment, size_t size) {
  size_t rounded = ALIGNMENT;
  while (rounded < alignment && rounded <= SIZE_MAX / 4) rounded *= 2;
  return allocate(size, rounded);
}

void *memalign(size_t alignment, size_t size) { return allocate_aligned(alignment, size); }
void *aligned_alloc(size_t alignment, size_t size) { return allocate_aligned(alignment, size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || !is_power_of_two(alignment)) return EINVAL;
  if (size > PTRDIFF_MAX) return ENOMEM;
  *block = allocate_aligned(alignment, size);
  return 0;
}

void *valloc(size_t size) { return allocate(size, PAGE); }

void *pvalloc(size_t size) { return allocate((size + PAGE - 1) / PAGE * PAGE, PAGE); }

size_t malloc_usable_size(void *block) { return block != NULL ? __heddle_block_size(block) : 0; }
