// The same counter without __thread is shared, and racy.
// verdict: error data-race
// options: --errors=-assertion
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>

static int counter = 10;

static void *worker(void *arg) {
  counter++;  // violation
  assert(counter == 11);  // violation
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
