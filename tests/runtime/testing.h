// A test compares models with the C library's own functions, which bear the plain names.
//
// MODEL(strlen) declares model_strlen: the function of runtime/ with its name changed in the object
// file. CHECK compares and counts; a test passes if none of its comparisons fails.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MODEL(name) extern __typeof__(name) model_##name

enum { PROBLEMS_SHOWN = 5 };

#define CHECK(condition, ...)                                \
  do {                                                       \
    if (!(condition) && ++test_problems <= PROBLEMS_SHOWN) { \
      printf("%s:%d: %s: ", __FILE__, __LINE__, #condition); \
      printf(__VA_ARGS__);                                   \
      printf("\n");                                          \
    }                                                        \
  } while (0)

static int test_problems;
static int tests_passed;
static int tests_failed;

static inline void run_test(const char *name, void (*test)(void)) {
  test_problems = 0;
  test();
  if (test_problems == 0) {
    ++tests_passed;
    return;
  }
  ++tests_failed;
  printf("FAILED %s\n", name);
}

#define RUN(test) run_test(#test, test)

static inline int tests_result(void) {
  printf("%d passed, %d failed\n", tests_passed, tests_failed);
  return tests_failed != 0;
}

// A copy without a byte to spare on either side: the sanitizer sees any read or write beyond.
static inline char *exact_block(const void *bytes, size_t size) {
  char *copy = malloc(size);
  memcpy(copy, bytes, size);
  return copy;
}

static inline char *exact(const char *text) { return exact_block(text, strlen(text) + 1); }

static inline int sign(int value) { return (value > 0) - (value < 0); }

// Where __heddle_unsupported goes, and what it said: `if (!setjmp(refusal)) call(); else ...`.
extern jmp_buf refusal;
extern const char *refused;
