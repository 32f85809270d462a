// With --keep-going every distinct error is reported.
// verdict: error assertion
// options: --keep-going
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int order;

static void *first(void *arg) {
  assert(atomic_exchange(&order, 1) == 0);  // violation
  return arg;
}

static void *second(void *arg) {
  assert(atomic_exchange(&order, 2) == 0);  // violation
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
