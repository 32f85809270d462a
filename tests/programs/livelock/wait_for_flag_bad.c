// Two threads spin until the other has set its flag, and each would set its own afterwards.
// verdict: error livelock
// options: --errors +livelock
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready, seen;

static void *waiter(void *arg) {
  while (!atomic_load(&ready)) {}  // violation
  atomic_store(&seen, 1);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waiter, NULL);
  while (!atomic_load(&seen)) {}  // violation
  atomic_store(&ready, 1);
  pthread_join(thread, NULL);
}
