// A mutex is destroyed while a thread may hold it or still want it.
// verdict: error lock-misuse
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
  pthread_mutex_lock(&mutex);  // violation
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_mutex_destroy(&mutex);  // violation
  pthread_join(thread, NULL);
}
