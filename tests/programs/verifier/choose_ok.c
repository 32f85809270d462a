// heddle_choose explores every value; together with heddle_assume it searches for solutions.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <heddle/heddle.h>

int main(void) {
  unsigned a = 1 + heddle_choose(8), b = 1 + heddle_choose(8);
  heddle_assume(a < b);
  heddle_assert(a * a + b * b != 17 * 17);
}
