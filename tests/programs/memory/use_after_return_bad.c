// A pointer to a local variable does not outlive the call.
// verdict: error use-after-return
// SPDX-License-Identifier: Apache-2.0
static int *kept;

static void remember(int value) {
  int local;
  local = value;
  kept = &local;
}

int main(void) {
  remember(5);
  return *kept != 5;  // violation
}
