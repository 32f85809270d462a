// long double carries 64 bits of mantissa.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>

int main(void) {
  volatile long double one = 1.0L, tiny = 1e-18L;
  assert(one + tiny != one && (double)(one + tiny) == 1.0);
  volatile long double big = 9007199254740993.0L;
  assert((long long)big == 9007199254740993 && big * 2 == 18014398509481986.0L);
  assert(sizeof(long double) == 16 && one / 3 * 3 > 0.99L);
}
