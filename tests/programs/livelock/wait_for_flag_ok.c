// A thread that spins until another sets a flag is in no livelock: only an unfair scheduler would let it spin for ever.
// verdict: verified
// options: --errors +livelock
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready, seen;

static void *waiter(void *arg) {
  while (!atomic_load(&ready)) {}
  atomic_store(&seen, 1);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waiter, NULL);
  atomic_store(&ready, 1);
  while (!atomic_load(&seen)) {}
  pthread_join(thread, NULL);
}
