// Switch with ranges, fall-through, holes, a 64-bit value and no default.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>

static int classify(long n) {
  int score = 0;
  switch (n) {
    case 1:
      score += 1;
      __attribute__((fallthrough));
    case 2:
      score += 10;
      break;
    case 10 ... 20:
      score = 5;
      break;
    case -1:
    case 1l << 40:
      score = 7;
  }
  return score;
}

int main(void) {
  assert(classify(1) == 11 && classify(2) == 10 && classify(3) == 0);
  assert(classify(10) == 5 && classify(20) == 5 && classify(21) == 0);
  assert(classify(-1) == 7 && classify(1l << 40) == 7);
}
