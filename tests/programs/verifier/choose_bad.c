// heddle_choose finds the one pair of numbers that breaks the assertion.
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
#include <heddle/heddle.h>

int main(void) {
  unsigned a = 1 + heddle_choose(8), b = 1 + heddle_choose(8);
  heddle_assume(a < b);
  heddle_assert(a * a + b * b != 10 * 10);  // violation
}
