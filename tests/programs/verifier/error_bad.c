// The older __VERIFIER_error.
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
extern void __VERIFIER_error(void);

int main(void) {
  __VERIFIER_error();  // violation
}
