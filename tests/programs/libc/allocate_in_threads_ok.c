// Threads allocate and free at the same time.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *arg) {
  int *first = malloc(sizeof *first), *second = malloc(sizeof *second);
  *first = 1;
  *second = 2;
  assert(first != second && *first == 1);
  free(first);
  free(second);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
