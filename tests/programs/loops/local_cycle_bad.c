// A loop over local variables that comes back to where it was.
// verdict: error endless-loop
// SPDX-License-Identifier: Apache-2.0
int main(void) {
  unsigned n = 2;
  while (n != 7) n = n * 3 % 8;  // violation
}
