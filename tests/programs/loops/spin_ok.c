// A thread spins until another one sets a flag.
// verdict: verified
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
  while (atomic_load(&ready) != 1) {}
  pthread_join(thread, NULL);
}
