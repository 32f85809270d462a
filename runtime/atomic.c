// Atomic operations on objects of any size, which the compiler leaves to a library: large structures
// in _Atomic and std::atomic.
//
// The real library takes a lock where no instruction will do; here each operation is one atomic step.
// Only the object is accessed atomically: the caller's copies are ordinary memory. The names are the
// compiler's own, so they are given to functions of other names.
// SPDX-License-Identifier: Apache-2.0
#include <stdint.h>

#include "builtins.h"

enum { LARGEST_LOCK_FREE = 8 };

static void copy(void *to, const void *from, size_t size) { __builtin_memcpy(to, from, size); }

static HEDDLE_INVISIBLE _Bool is_equal(const unsigned char *a, const unsigned char *b,
                                       size_t size) {
  for (size_t k = 0; k < size; ++k)
    if (a[k] != b[k]) return 0;
  return 1;
}

void load(size_t size, const void *object, void *result, int order) __asm__("__atomic_load");
void load(size_t size, const void *object, void *result, int order) {
  (void)order;
  unsigned char value[size];
  __heddle_atomic_copy(value, object, size);
  copy(result, value, size);
}

void store(size_t size, void *object, const void *new_value, int order) __asm__("__atomic_store");
void store(size_t size, void *object, const void *new_value, int order) {
  (void)order;
  unsigned char value[size];
  copy(value, new_value, size);
  __heddle_atomic_copy(object, value, size);
}

void exchange(size_t size, void *object, const void *new_value, void *result,
              int order) __asm__("__atomic_exchange");
HEDDLE_INVISIBLE void exchange(size_t size, void *object, const void *new_value, void *result,
                               int order) {
  (void)order;
  unsigned char value[size];
  unsigned char old[size];
  copy(value, new_value, size);
  __heddle_atomic_fetch(old, object, size);
  __heddle_atomic_put(object, value, size);
  copy(result, old, size);
}

_Bool compare_exchange(size_t size, void *object, void *expected, const void *desired, int success,
                       int failure) __asm__("__atomic_compare_exchange");
HEDDLE_INVISIBLE _Bool compare_exchange(size_t size, void *object, void *expected,
                                        const void *desired, int success, int failure) {
  (void)success, (void)failure;
  unsigned char wanted[size];
  unsigned char value[size];
  unsigned char old[size];
  copy(wanted, expected, size);
  copy(value, desired, size);
  __heddle_atomic_fetch(old, object, size);
  if (!is_equal(old, wanted, size)) {
    copy(expected, old, size);
    return 0;
  }
  __heddle_atomic_put(object, value, size);
  return 1;
}

_Bool is_lock_free(size_t size, const void *object) __asm__("__atomic_is_lock_free");
_Bool is_lock_free(size_t size, const void *object) {
  const _Bool is_power_of_two = size != 0 && (size & (size - 1)) == 0;
  return is_power_of_two && size <= LARGEST_LOCK_FREE && (uintptr_t)object % size == 0;
}
