// Executions in which an assumption does not hold are dropped.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <stdbool.h>

extern void __VERIFIER_assume(int condition);
extern bool __VERIFIER_nondet_bool(void);

int main(void) {
  bool a = __VERIFIER_nondet_bool(), b = __VERIFIER_nondet_bool();
  __VERIFIER_assume(a != b);
  assert(a + b == 1);
}
