// Runs the tests of HEDDLE_TEST in a native build: each body once, and a summary.
//
// Each test has a process of its own, as under heddle: a failed assert ends one test, and what one leaves behind
// no other sees. A test that is chosen alone runs without, so that a debugger stays with it.
//   ./tests [--list] [pattern...]
// SPDX-License-Identifier: Apache-2.0
#ifndef HEDDLE_NATIVE_TESTS_H
#define HEDDLE_NATIVE_TESTS_H

#include <stdio.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

// Declared here, under names of our own: their headers would bring short names such as `wait` into every file.
int heddle_native_fork(void) __asm__("fork");
int heddle_native_waitpid(int process, int *status, int options) __asm__("waitpid");
int heddle_native_fnmatch(const char *pattern, const char *text, int flags) __asm__("fnmatch");

// Given by the linker; missing when there are no tests.
extern const struct heddle_test *__start_heddle_tests[] __attribute__((weak));
extern const struct heddle_test *__stop_heddle_tests[] __attribute__((weak));

static inline int heddle_native_is_chosen(const char *name, int argc, char **argv) {
  int k;
  for (k = 1; k < argc; ++k)
    if (heddle_native_fnmatch(argv[k], name, 0) == 0) return 1;
  return argc < 2;
}

static inline int heddle_native_passes(const struct heddle_test *test) {
  int status = 0;
  int process;
  fflush(NULL);
  process = heddle_native_fork();
  if (process == 0) {
    test->body();
    exit(0);
  }
  return process > 0 && heddle_native_waitpid(process, &status, 0) == process && status == 0;
}

// Weak and not static: all files of a program share it, and main is an alias of it.
int heddle_run_native_tests(int argc, char **argv);
__attribute__((weak, used)) int heddle_run_native_tests(int argc, char **argv) {
  const struct heddle_test **test;
  const struct heddle_test *last = NULL;
  int chosen = 0;
  int failed = 0;
  const int list = argc > 1 && strcmp(argv[1], "--list") == 0;
  if (list) {
    --argc;
    ++argv;
  }
  for (test = __start_heddle_tests; test != __stop_heddle_tests; ++test) {
    if (!heddle_native_is_chosen((*test)->name, argc, argv)) continue;
    last = *test;
    ++chosen;
    if (list) puts(last->name);
  }
  if (list) return 0;
  if (chosen == 1) {
    last->body();
  } else {
    for (test = __start_heddle_tests; test != __stop_heddle_tests; ++test) {
      if (!heddle_native_is_chosen((*test)->name, argc, argv)) continue;
      if (heddle_native_passes(*test)) {
        printf("  passed  %s\n", (*test)->name);
      } else {
        printf("  FAILED  %s (%s:%d)\n", (*test)->name, (*test)->file, (*test)->line);
        ++failed;
      }
    }
  }
  printf("%d of %d tests passed, each run once\n", chosen - failed, chosen);
  return chosen == 0 || failed != 0;
}

#ifdef __cplusplus
}
#endif
#endif
