// Each thread has its own copy of a __thread variable, fresh from its initialiser.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>

static __thread int counter = 10;

static void *worker(void *arg) {
  counter++;
  assert(counter == 11);
  return arg;
}

int main(void) {
  pthread_t a, b;
  counter = 20;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 20);
}
