// A wide nondeterministic value is sampled, so nothing can be called verified.
// verdict: incomplete
// message: nondet
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(x == x);
}
