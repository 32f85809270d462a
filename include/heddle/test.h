// HEDDLE_TEST: tests as users write them. Included by heddle.h.
//
// Each test is an entry of a table in a section of its own: heddle reads it from the compiled file, and a native
// program finds it between the two symbols that the linker gives such a section. So there is nothing to
// register, several files add up, and C and C++ files mix.
// SPDX-License-Identifier: Apache-2.0
#ifndef HEDDLE_TEST_H
#define HEDDLE_TEST_H

struct heddle_test {
  const char *name;
  const char *file;
  int line;
  void (*body)(void);
};

#ifdef __has_attribute
#if __has_attribute(no_reorder)
#define HEDDLE_TEST_IN_ORDER , no_reorder
#endif
#endif
#ifndef HEDDLE_TEST_IN_ORDER
#define HEDDLE_TEST_IN_ORDER
#endif

// Adds a test: `id` is an identifier that is unique in the file.
#define HEDDLE_TEST_ENTRY(id, name, body)                                               \
  static const struct heddle_test heddle_entry_##id = {name, __FILE__, __LINE__, body}; \
  static const struct heddle_test *heddle_pointer_##id                                  \
      __attribute__((section("heddle_tests"), used HEDDLE_TEST_IN_ORDER)) = &heddle_entry_##id

#define HEDDLE_TEST(name)                             \
  static void heddle_test_##name(void);               \
  HEDDLE_TEST_ENTRY(name, #name, heddle_test_##name); \
  HEDDLE_TEST_MAIN                                    \
  static void heddle_test_##name(void)

#ifdef __HEDDLE__
#define HEDDLE_TEST_MAIN
#else
#include <heddle/native_tests.h>
// Only a file with tests brings a main, and it yields to one of another file. A file with tests and a main of its
// own defines HEDDLE_TEST_NO_MAIN before it includes heddle.h. An alias, as it may be given once per test.
#ifdef HEDDLE_TEST_NO_MAIN
#define HEDDLE_TEST_MAIN
#else
#define HEDDLE_TEST_MAIN \
  __asm__(".weak main\n.type main, @function\n.set main, heddle_run_native_tests\n");
#endif
#endif
#endif
