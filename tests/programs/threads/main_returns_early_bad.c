// Leaving main by pthread_exit does not end the process: the blocked thread is stuck for ever.
// verdict: error deadlock
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
  pthread_mutex_lock(&mutex);  // violation
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_lock(&mutex);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_exit(NULL);
}
