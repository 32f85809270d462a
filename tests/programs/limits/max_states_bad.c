// An error found before the limit is reached is an error.
// verdict: error assertion
// options: --max-states 10
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>

int main(void) {
  volatile int one = 1;
  assert(one == 2);  // violation
}
