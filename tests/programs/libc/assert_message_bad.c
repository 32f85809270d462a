// A failed assertion is reported with its text.
// verdict: error assertion
// message: warp == weft
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>

int main(void) {
  volatile int warp = 1, weft = 2;
  assert(warp == weft);  // violation
}
