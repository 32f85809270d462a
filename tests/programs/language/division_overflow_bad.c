// The one quotient that does not fit: the smallest int divided by minus one.
// verdict: error division-by-zero
// SPDX-License-Identifier: Apache-2.0
#include <limits.h>

int main(void) {
  volatile int minus_one = -1;
  return INT_MIN / minus_one;  // violation
}
