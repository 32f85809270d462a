// A compare-and-exchange says whose block was kept; the other is freed.
// verdict: verified
// options: --errors +leak
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static void *_Atomic place;

static void *worker(void *arg) {
  void *block = malloc(16), *expected = NULL;
  if (!atomic_compare_exchange_strong(&place, &expected, block)) free(block);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  free(place);
}
