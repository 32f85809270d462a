// Promotions, unsigned wrap-around, shifts, sign extension and truncation.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <limits.h>
#include <stdint.h>

int main(void) {
  volatile unsigned char byte = 200;
  volatile signed char small = -56;
  volatile unsigned zero = 0;
  volatile int minus = -17;
  assert(byte + byte == 400 && (unsigned char)(byte + byte) == 144);
  assert((int)small == -56 && (unsigned char)small == 200 && (uint32_t)small == 0xffffffc8);
  assert(zero - 1 == UINT_MAX && minus / 5 == -3 && minus % 5 == -2);
  assert(minus >> 2 == -5 && (unsigned)minus >> 28 == 15);
  assert((int64_t)(uint32_t)minus == 4294967279 && (_Bool)256 == 1);
}
