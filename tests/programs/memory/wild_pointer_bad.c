// An integer that never was an address.
// verdict: error wild-pointer
// SPDX-License-Identifier: Apache-2.0
#include <stdint.h>

int main(void) {
  uintptr_t address = 0x123456789000;
  return *(int *)address;  // violation
}
