// The low bit of an aligned pointer and its upper sixteen bits carry marks.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <stdint.h>

static int target = 9;

int main(void) {
  uintptr_t word = (uintptr_t)&target;
  assert((word & 1) == 0 && word >> 48 == 0);
  word |= 1 | (uint64_t)0xabc << 48;
  assert(word >> 48 == 0xabc && (word & 1));
  int *pointer = (int *)(word & 0xfffffffffffe);
  assert(*pointer == 9 && pointer == &target);
}
