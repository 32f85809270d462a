// A pointer to a static variable outlives the call.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
static int *kept;

static void remember(int value) {
  static int local;
  local = value;
  kept = &local;
}

int main(void) {
  remember(5);
  return *kept != 5;
}
