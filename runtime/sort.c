// qsort, qsort_r and bsearch.
//
// A merge sort, stable as glibc's is: programs that lean on that behave here as they do natively. The
// comparison always sees pointers into the user's array, and elements are moved as wholes.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <stdlib.h>

#include "library.h"

struct order {
  size_t size;
  int (*compare)(const void *, const void *, void *);
  void *argument;
};

static void merge_sort(const struct order *order, char *array, size_t count, char *spare) {
  if (count < 2) return;
  const size_t size = order->size;
  const size_t half = count / 2;
  char *left = array;
  char *const middle = array + half * size;
  char *right = middle;
  char *const end = array + count * size;
  merge_sort(order, left, half, spare);
  merge_sort(order, right, count - half, spare);

  char *out = spare;
  while (left < middle && right < end) {
    char **smaller = order->compare(left, right, order->argument) <= 0 ? &left : &right;
    __builtin_memcpy(out, *smaller, size);
    *smaller += size;
    out += size;
  }
  // What is left of the right half is in place already.
  __builtin_memcpy(out, left, (size_t)(middle - left));
  out += middle - left;
  __builtin_memcpy(array, spare, (size_t)(out - spare));
}

static void sort(void *array, size_t count, const struct order *order) {
  if (count < 2 || order->size == 0) return;
  char *spare = __heddle_allocate(count * order->size, 16);
  merge_sort(order, array, count, spare);
  __heddle_free(spare);
}

void qsort_r(void *array, size_t count, size_t size, int (*compare)(const void *, const void *, void *),
             void *argument) {
  sort(array, count, &(struct order){size, compare, argument});
}

static int compare_plain(const void *a, const void *b, void *compare) {
  return (*(int (**)(const void *, const void *))compare)(a, b);
}

void qsort(void *array, size_t count, size_t size, int (*compare)(const void *, const void *)) {
  sort(array, count, &(struct order){size, compare_plain, &compare});
}

void *bsearch(const void *key, const void *array, size_t count, size_t size,
              int (*compare)(const void *, const void *)) {
  const char *low = array;
  while (count) {
    const char *middle = low + count / 2 * size;
    int sign = compare(key, middle);
    if (sign == 0) return (void *)middle;
    if (sign > 0) {
      low = middle + size;
      --count;
    }
    count /= 2;
  }
  return NULL;
}
