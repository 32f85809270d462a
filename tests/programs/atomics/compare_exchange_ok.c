// A compare-and-exchange loop loses no update; a failure tells the value found.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int total = 1;

static void *scale(void *arg) {
  int seen = atomic_load(&total);
  while (!atomic_compare_exchange_strong(&total, &seen, seen * 2)) {
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, scale, NULL);
  pthread_create(&b, NULL, scale, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(total == 4);
}
