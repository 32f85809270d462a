// Bit-fields wrap, keep their sign and leave their neighbours alone.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>

struct flags {
  unsigned low : 3;
  int level : 4;
  unsigned high : 9;
  unsigned long wide : 40;
};

int main(void) {
  struct flags f = {0};
  volatile int seven = 7;
  f.high = 511;
  f.low = seven + 2;
  f.level = -3;
  f.wide = 1ul << 39;
  assert(f.low == 1 && f.level == -3 && f.high == 511 && f.wide == 1ul << 39);
  f.high++;
  f.level -= 5;
  assert(f.high == 0 && f.level == -8 && f.low == 1);
}
