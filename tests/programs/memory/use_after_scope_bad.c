// A pointer to a local variable does not outlive the block it is declared in.
// verdict: error use-after-return
// SPDX-License-Identifier: Apache-2.0
int main(void) {
  int *kept = 0;
  for (int round = 0; round < 3; ++round) {
    int local = round;
    kept = &local;
  }
  return *kept != 2;  // violation
}
