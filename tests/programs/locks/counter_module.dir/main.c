// The counter's own file forgets the mutex that the users of the counter rely on.
// verdict: error data-race
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

#include "counter.h"

static void *worker(void *arg) {
  counter_add(1);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return counter_get() > 2;
}
