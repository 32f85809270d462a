// What a failed assert calls.
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>

#include "builtins.h"

void __assert_fail(const char *expression, const char *file, unsigned line, const char *function) {
  (void)file, (void)line, (void)function;  // the machine knows the place
  __heddle_fail2("assertion", "assertion failed", expression);
}

void __assert(const char *expression, const char *file, int line);
void __assert(const char *expression, const char *file, int line) {
  __assert_fail(expression, file, (unsigned)line, "");
}

void __assert_perror_fail(int error, const char *file, unsigned line, const char *function);
void __assert_perror_fail(int error, const char *file, unsigned line, const char *function) {
  (void)error;
  __assert_fail("an error number that is not 0", file, line, function);
}
