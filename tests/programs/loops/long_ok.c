// A loop that is long but ends.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>

int main(void) {
  unsigned n = 27, steps = 0;
  while (n != 1) {
    n = n % 2 ? 3 * n + 1 : n / 2;
    steps++;
  }
  assert(steps == 111);
}
