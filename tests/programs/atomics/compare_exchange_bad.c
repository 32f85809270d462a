// A compare-and-exchange that is not repeated after a failure loses an update.
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int total = 1;

static void *scale(void *arg) {
  int seen = atomic_load(&total);
  if (!atomic_compare_exchange_strong(&total, &seen, seen * 2)) {
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, scale, NULL);
  pthread_create(&b, NULL, scale, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(total == 4);  // violation
}
