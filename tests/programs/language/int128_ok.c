// 128-bit integers: multiplication, division, shifts and comparisons.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <stdint.h>

int main(void) {
  volatile uint64_t big = UINT64_MAX;
  unsigned __int128 square = (unsigned __int128)big * big;
  assert((uint64_t)square == 1 && (uint64_t)(square >> 64) == UINT64_MAX - 1);
  assert((uint64_t)(square / big) == big && square % big == 0);
  __int128 negative = -(__int128)big;
  assert(negative / 3 == -(__int128)(big / 3) && negative < 0 && negative >> 64 == -1);
  assert((uint64_t)(negative % 10) == (uint64_t)-5);
}
