// An index that leaves a global array.
// verdict: error out-of-bounds
// SPDX-License-Identifier: Apache-2.0
static char buffer[8];

int main(void) {
  for (unsigned i = 0; i < 10; i++)
    buffer[i % 9] = 'x';  // violation
}
