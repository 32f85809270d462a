// A call through a function pointer that was never set.
// verdict: error null-pointer
// SPDX-License-Identifier: Apache-2.0
static int (*handler)(int);

int main(void) {
  return handler(1);  // violation
}
