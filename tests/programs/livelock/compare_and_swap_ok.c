// A failed compare-and-swap means that another thread has got on: no livelock.
// verdict: verified
// options: --errors +livelock
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void *add(void *arg) {
  for (int k = 0; k < 2; ++k) {
    int seen = atomic_load(&counter);
    while (!atomic_compare_exchange_strong(&counter, &seen, seen + 1)) {}
  }
  return arg;
}

int main(void) {
  pthread_t threads[3];
  for (int k = 0; k < 3; ++k) pthread_create(&threads[k], NULL, add, NULL);
  for (int k = 0; k < 3; ++k) pthread_join(threads[k], NULL);
}
