// A cleanup handler releases the mutex of a thread that leaves by pthread_exit.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void release(void *lock) {
  pthread_mutex_unlock(lock);
}

static void *worker(void *arg) {
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(release, &mutex);
  pthread_exit(NULL);
  pthread_cleanup_pop(0);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  if (pthread_mutex_lock(&mutex) == 0) pthread_mutex_unlock(&mutex);
}
