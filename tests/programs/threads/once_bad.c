// A hand-made once, a check followed by a set, lets both threads initialise.
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int started, calls;

static void *worker(void *arg) {
  if (!atomic_load(&started)) {
    atomic_store(&started, 1);
    atomic_fetch_add(&calls, 1);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(calls == 1);  // violation
}
