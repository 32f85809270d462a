// A failed heddle_assert is reported with its text.
// verdict: error assertion
// message: threads == 2
// SPDX-License-Identifier: Apache-2.0
#include <heddle/heddle.h>

int main(void) {
  int threads = 1;
  heddle_assert(threads == 2);  // violation
}
