// A pointer to a local variable does not outlive the block it is declared in.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
int main(void) {
  int *kept = 0;
  int local;
  for (int round = 0; round < 3; ++round) {
    local = round;
    kept = &local;
  }
  return *kept != 2;
}
