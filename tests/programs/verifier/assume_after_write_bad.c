// Where an assumption does not hold the execution ends, but others may see what was done before.
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_assume(int condition);

static atomic_int written;

static void *writer(void *unused) {
  written = 1;
  __VERIFIER_assume(0);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  assert(written == 0);  // violation
}
