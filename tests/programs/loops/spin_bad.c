// A thread spins for a value that nobody will ever write.
// verdict: error endless-loop
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;

static void *worker(void *arg) {
  atomic_store(&ready, 1);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  while (atomic_load(&ready) != 2) {}  // violation
  pthread_join(thread, NULL);
}
