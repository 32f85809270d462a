// A thread unlocks only what it has locked itself.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_lock(&mutex);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
}
