// A loop that does nothing and never ends.
// verdict: error endless-loop
// SPDX-License-Identifier: Apache-2.0
int main(void) {
  for (;;) {}  // violation
}
