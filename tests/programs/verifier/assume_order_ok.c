// An assumption about another thread's progress: only executions where it has run are looked at.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_assume(int condition);
static atomic_int ready;

static void *worker(void *arg) {
  atomic_store(&ready, 1);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  __VERIFIER_assume(atomic_load(&ready) == 1);
  assert(atomic_load(&ready) == 1);
  pthread_join(thread, NULL);
}
