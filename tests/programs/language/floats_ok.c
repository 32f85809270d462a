// Floating point: rounding, conversions, comparisons with NaN, infinities, negative zero.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <math.h>

int main(void) {
  volatile double zero = 0.0, tenth = 0.1;
  volatile float third = 1.0f / 3;
  assert(tenth + 0.2 != 0.3 && (float)(tenth + 0.2) == 0.3f);
  assert((int)-2.9 == -2 && (unsigned char)(third * 600) == 200);
  double nan = zero / zero;
  assert(nan != nan && !(nan < 1) && !(nan >= 1) && isnan(nan));
  assert(1 / zero > 1e308 && isinf(-1 / zero) && signbit(-zero));
  assert((double)third != 1.0 / 3 && (long)1e18 == 1000000000000000000);
  assert((unsigned long)1.8e19 == 18000000000000000000ul);
}
