// A function whose name begins with __VERIFIER_atomic_ runs as one step.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>

static int low, high;

static void __VERIFIER_atomic_raise(void) {
  low++;
  high++;
}

static void __VERIFIER_atomic_compare(void) { assert(low == high); }

static void *worker(void *arg) {
  __VERIFIER_atomic_raise();
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  __VERIFIER_atomic_compare();
  pthread_join(thread, NULL);
}
