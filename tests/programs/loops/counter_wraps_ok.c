// A loop that ends because an unsigned counter wraps around.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>

int main(void) {
  unsigned char n = 1;
  int steps = 0;
  while (n != 0) {
    n++;
    steps++;
  }
  assert(steps == 255);
}
