// An atomic store and an atomic read do not race.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

static int flag;

static void *worker(void *arg) {
  __atomic_store_n(&flag, 1, __ATOMIC_SEQ_CST);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  int seen = __atomic_load_n(&flag, __ATOMIC_SEQ_CST);
  pthread_join(thread, NULL);
  return seen > 1;
}
