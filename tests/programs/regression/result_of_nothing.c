// A call through a wrong type that expects a result where there is none does not see what an earlier call left behind.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <heddle/heddle.h>
#include <stdatomic.h>

atomic_int n;

static int leave_behind(int value) {
  atomic_load(&n);
  return value;
}
static void nothing(void) { atomic_load(&n); }

int main(void) {
  leave_behind(heddle_choose(2) ? 5 : 77);
  atomic_load(&n);
  const int result = ((int (*)(void))nothing)();
  assert(result != 77);
}
