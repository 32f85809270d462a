// Sorting and searching of arrays: qsort and bsearch.
//
// A merge sort that compares in the order glibc's does and hands out pointers into the array only,
// so that programs which rely on its stability, or count comparisons, behave as they do natively.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <stdlib.h>

#include "builtins.h"

struct order {
  int (*compare)(const void *, const void *, void *);
  void *argument;
  size_t size;  // of one element
  char *merged;
};

static void sort(const struct order *order, char *first, size_t count) {
  if (count <= 1) return;
  const size_t size = order->size;
  size_t left_count = count / 2;
  size_t right_count = count - left_count;
  char *left = first;
  char *right = first + left_count * size;
  sort(order, left, left_count);
  sort(order, right, right_count);

  char *end = order->merged;
  while (left_count > 0 && right_count > 0) {
    if (order->compare(left, right, order->argument) <= 0) {
      __builtin_memcpy(end, left, size);
      left += size;
      --left_count;
    } else {
      __builtin_memcpy(end, right, size);
      right += size;
      --right_count;
    }
    end += size;
  }
  __builtin_memcpy(end, left, left_count * size);
  // What remains on the right is already in its place.
  __builtin_memcpy(first, order->merged, (count - right_count) * size);
}

static void sort_array(void *array, size_t count, size_t size,
                       int (*compare)(const void *, const void *, void *), void *argument) {
  if (count <= 1 || size == 0) return;
  char merged[count * size];
  const struct order order = {compare, argument, size, merged};
  sort(&order, array, count);
}

void qsort_r(void *array, size_t count, size_t size,
             int (*compare)(const void *, const void *, void *), void *argument) {
  sort_array(array, count, size, compare, argument);
}

static int compare_plainly(const void *left, const void *right, void *compare) {
  return ((int (*)(const void *, const void *))compare)(left, right);
}

void qsort(void *array, size_t count, size_t size, int (*compare)(const void *, const void *)) {
  sort_array(array, count, size, compare_plainly, (void *)compare);
}

void *bsearch(const void *key, const void *array, size_t count, size_t size,
              int (*compare)(const void *, const void *)) {
  size_t from = 0;
  size_t to = count;
  while (from < to) {
    const size_t middle = (from + to) / 2;
    const char *element = (const char *)array + middle * size;
    const int order = compare(key, element);
    if (order == 0) return (void *)element;
    if (order < 0)
      to = middle;
    else
      from = middle + 1;
  }
  return NULL;
}
