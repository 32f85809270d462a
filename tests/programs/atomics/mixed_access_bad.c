// An atomic store races with a plain read of the same variable.
// verdict: error data-race
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

static int flag;

static void *worker(void *arg) {
  __atomic_store_n(&flag, 1, __ATOMIC_SEQ_CST);  // violation
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  int seen = flag;  // violation
  pthread_join(thread, NULL);
  return seen > 1;
}
