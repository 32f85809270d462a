// A barrier for two lets a pair of three threads through; the third waits for a partner in vain.
// verdict: error deadlock
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

static pthread_barrier_t barrier;

static void *worker(void *arg) {
  pthread_barrier_wait(&barrier);  // violation
  return arg;
}

int main(void) {
  pthread_t thread[3];
  pthread_barrier_init(&barrier, NULL, 2);
  for (int i = 0; i < 3; i++) pthread_create(&thread[i], NULL, worker, NULL);
  for (int i = 0; i < 3; i++) pthread_join(thread[i], NULL);
}
