// A barrier is destroyed while a thread may be waiting at it or about to come.
// verdict: error lock-misuse
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

static pthread_barrier_t barrier;

static void *worker(void *arg) {
  pthread_barrier_wait(&barrier);  // violation
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_barrier_destroy(&barrier);  // violation
  pthread_join(thread, NULL);
}
