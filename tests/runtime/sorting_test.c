// qsort and bsearch: the same results by the same comparisons as the library.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "testing.h"

#include <dlfcn.h>

MODEL(qsort);
MODEL(qsort_r);
MODEL(bsearch);

enum { LARGEST = 70, SIZES = 5, LOG = 4096 };

static const size_t sizes[SIZES] = {1, 3, 8, 12, 40};

// The places of the elements compared, in order.
struct log {
  const char *base;
  size_t count;
  int places[LOG];
};

static int compare_keys(const void *a, const void *b) {
  return *(const unsigned char *)a - *(const unsigned char *)b;
}

static int compare_and_log(const void *a, const void *b, void *argument) {
  struct log *log = argument;
  log->places[log->count++] = (int)((const char *)a - log->base);
  log->places[log->count++] = (int)((const char *)b - log->base);
  return compare_keys(a, b);
}

// The key is the first byte, with many ties; the rest tells equal elements apart.
static char *make_array(size_t count, size_t size, unsigned seed) {
  char *array = malloc(count * size + 1);
  for (size_t i = 0; i < count; ++i) {
    memset(array + i * size, (int)i, size);
    array[i * size] = (char)(rand_r(&seed) % 16);
  }
  return array;
}

static void test_sorting(void) {
  for (size_t kind = 0; kind < SIZES; ++kind)
    for (size_t count = 0; count <= LARGEST; ++count) {
      const size_t size = sizes[kind];
      char *a = make_array(count, size, (unsigned)count),
           *b = make_array(count, size, (unsigned)count);
      model_qsort(a, count, size, compare_keys);
      qsort(b, count, size, compare_keys);
      CHECK(memcmp(a, b, count * size) == 0, "%zu of %zu", count, size);
      free(a), free(b);
    }
}

// The sanitizer puts a qsort_r of its own before the library's, which compares more often.
static __typeof__(qsort_r) *library_qsort_r(void) {
  return (__typeof__(qsort_r) *)dlsym(dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD), "qsort_r");
}

static void test_comparisons(void) {
  __typeof__(qsort_r) *const sort_natively = library_qsort_r();
  static struct log model, library;
  for (size_t kind = 0; kind < SIZES; ++kind)
    for (size_t count = 0; count <= LARGEST; ++count) {
      const size_t size = sizes[kind];
      char *a = make_array(count, size, 7), *b = make_array(count, size, 7);
      model = (struct log){.base = a};
      library = (struct log){.base = b};
      model_qsort_r(a, count, size, compare_and_log, &model);
      sort_natively(b, count, size, compare_and_log, &library);
      CHECK(memcmp(a, b, count * size) == 0, "%zu of %zu", count, size);
      CHECK(model.count == library.count, "%zu of %zu", count, size);
      // Large elements are sorted by the library through pointers, so that the places differ.
      if (size <= 32)
        CHECK(memcmp(model.places, library.places, sizeof model.places) == 0, "%zu", count);
      free(a), free(b);
    }
}

static void test_searching(void) {
  for (size_t kind = 0; kind < SIZES; ++kind)
    for (size_t count = 0; count <= LARGEST; ++count) {
      const size_t size = sizes[kind];
      char *array = make_array(count, size, 3);
      qsort(array, count, size, compare_keys);
      for (unsigned char key = 0; key < 18; ++key)
        CHECK(model_bsearch(&key, array, count, size, compare_keys) ==
                  bsearch(&key, array, count, size, compare_keys),
              "%d among %zu", key, count);
      free(array);
    }
}

int main(void) {
  RUN(test_sorting);
  RUN(test_comparisons);
  RUN(test_searching);
  return tests_result();
}
