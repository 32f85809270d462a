// volatile orders nothing between threads: still a race.
// verdict: error data-race
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

static volatile int flag;

static void *worker(void *arg) {
  flag = 1;  // violation
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  int seen = flag;  // violation
  pthread_join(thread, NULL);
  return seen > 1;
}
