// The same function under another name is no single step.
// verdict: error assertion
// options: --errors=-data-race
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>

static int low, high;

static void raise_both(void) {
  low++;
  high++;
}

static void __VERIFIER_atomic_compare(void) { assert(low == high); }  // violation

static void *worker(void *arg) {
  raise_both();
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  __VERIFIER_atomic_compare();
  pthread_join(thread, NULL);
}
