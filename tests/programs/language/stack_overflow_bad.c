// A recursion that misses its end.
// verdict: error stack-overflow
// SPDX-License-Identifier: Apache-2.0
static int count_down(int n) {                 // violation
  return n == 0 ? 0 : 1 + count_down(n - 2);  // violation
}

int main(void) { return count_down(7); }
