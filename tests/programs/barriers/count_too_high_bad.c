// A barrier for three is never passed by two.
// verdict: error deadlock
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

static pthread_barrier_t barrier;

static void *worker(void *arg) {
  pthread_barrier_wait(&barrier);  // violation
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_barrier_init(&barrier, NULL, 3);
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
