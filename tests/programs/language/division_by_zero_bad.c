// A divisor that is not checked.
// verdict: error division-by-zero
// SPDX-License-Identifier: Apache-2.0
static int divide(int a, int b) {
  return a / b;  // violation
}

int main(void) { return divide(1, 0); }
