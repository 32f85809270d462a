// What a failed assert calls.
//
// The place of the error is the user's line, which the machine knows: file and line need no copy here.
// SPDX-License-Identifier: Apache-2.0
#include "library.h"

_Noreturn void __assert_fail(const char *expression, const char *file, unsigned line, const char *function);
_Noreturn void __assert(const char *expression, const char *file, int line);
_Noreturn void __assert_perror_fail(int error, const char *file, unsigned line, const char *function);

void __assert_fail(const char *expression, const char *file, unsigned line, const char *function) {
  (void)file, (void)line, (void)function;
  __heddle_fail2("assertion", "assertion failed", expression);
}

void __assert(const char *expression, const char *file, int line) {
  (void)file, (void)line;
  __heddle_fail2("assertion", "assertion failed", expression);
}

void __assert_perror_fail(int error, const char *file, unsigned line, const char *function) {
  char unknown[HEDDLE_RT_ERROR_SIZE];
  (void)file, (void)line, (void)function;
  __heddle_fail2("assertion", "assertion failed: unexpected error", __heddle_rt_error_text(error, unknown));
}
