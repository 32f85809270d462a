// With --keep-going a program without errors is still verified.
// verdict: verified
// options: --keep-going
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>

static atomic_int order;

static void *worker(void *arg) {
  atomic_fetch_add(&order, 1);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return order > 2;
}
