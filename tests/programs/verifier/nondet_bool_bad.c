// Both values of a nondeterministic boolean are tried.
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <stdbool.h>

extern bool __VERIFIER_nondet_bool(void);

int main(void) {
  bool a = __VERIFIER_nondet_bool(), b = __VERIFIER_nondet_bool(), c = __VERIFIER_nondet_bool();
  assert(!(a && !b && c));  // violation
}
