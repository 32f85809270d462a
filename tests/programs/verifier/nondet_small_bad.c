// Small numbers around zero are among the sampled values of a nondeterministic int.
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(x != 0);  // violation
}
