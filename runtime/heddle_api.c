// The functions of heddle/heddle.h.
// SPDX-License-Identifier: Apache-2.0
#include <heddle/heddle.h>

#include "builtins.h"

unsigned heddle_choose(unsigned n) {
  if (n == 0) __heddle_fail("assertion", "heddle_choose(0): there is nothing to choose from");
  return __heddle_choose(n);
}

// What this thread did before, others may see before the execution is dropped.
void heddle_assume(int condition) {
  if (!condition) __heddle_visible(HEDDLE_EXIT, 0, 0);
  __heddle_assume(condition);
}

void heddle_assert_at(int condition, const char *text) {
  if (!condition) __heddle_fail2("assertion", "assertion failed", text);
}

void heddle_progress(void) { __heddle_progress("heddle_progress"); }

void heddle_atomic_begin(void) { __heddle_atomic_begin(); }
void heddle_atomic_end(void) { __heddle_atomic_end(); }
