// Compiler builtins on bits and on overflow.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <limits.h>

int main(void) {
  volatile unsigned n = 0x00f01000;
  int sum;
  assert(__builtin_popcount(n) == 5 && __builtin_clz(n) == 8 && __builtin_ctz(n) == 12);
  assert(__builtin_ffs((int)n) == 13 && __builtin_parity(n) == 1);
  assert(__builtin_bswap32(n) == 0x0010f000 && __builtin_bswap16(0x1234) == 0x3412);
  assert(__builtin_add_overflow(INT_MAX, (int)(n != 0), &sum) && sum == INT_MIN);
  assert(!__builtin_mul_overflow(1 << 15, 1 << 14, &sum) && sum == 1 << 29);
  assert(__builtin_sub_overflow(0u, 1u, &(unsigned){0}));
  assert(__builtin_expect(n > 0, 1) && __builtin_rotateleft32(n, 8) == 0xf0100000);
}
