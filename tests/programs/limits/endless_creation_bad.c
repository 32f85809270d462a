// A program that creates threads without end.
// verdict: error thread-limit
// options: --max-threads 8
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
  pthread_mutex_lock(&gate);
  pthread_mutex_unlock(&gate);
  return arg;
}

int main(void) {
  pthread_mutex_lock(&gate);
  for (;;) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);  // violation
  }
}
