// An atexit handler runs while another thread is still at work: a race during exit.
// verdict: error data-race
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>

static int result, copy;

static void *worker(void *arg) {
  result = 1;  // violation
  return arg;
}

static void at_exit(void) {
  copy = result;  // violation
}

int main(void) {
  pthread_t thread;
  atexit(at_exit);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_detach(thread);
}
