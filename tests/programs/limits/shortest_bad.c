// The same error found with as few context switches as possible.
// verdict: error assertion
// options: --shortest
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *worker(void *arg) {
  for (int i = 0; i < 3; i++) atomic_store(&x, atomic_load(&y) + 1);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  for (int i = 0; i < 2; i++) atomic_store(&y, atomic_load(&x));
  pthread_join(thread, NULL);
  assert(atomic_load(&x) < 3);  // violation
}
