// heddle.h on top of the machine's builtins.
// SPDX-License-Identifier: Apache-2.0
#include "builtins.h"

#define __HEDDLE__
#include "../include/heddle/heddle.h"

unsigned heddle_choose(unsigned n) { return n ? __heddle_choose(n) : 0u; }

void heddle_assume(int condition) { __heddle_assume(condition); }

void heddle_assert_at(int condition, const char *text) {
  if (!condition) __heddle_fail2("assertion", "assertion failed", text);
}

void heddle_atomic_begin(void) { __heddle_atomic_begin(); }

void heddle_atomic_end(void) { __heddle_atomic_end(); }
