// A thread leaves by pthread_exit with the mutex held: nobody can ever take it again.
// verdict: error deadlock
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void release(void *lock) {
  (void)lock;
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
  if (pthread_mutex_lock(&mutex) == 0) pthread_mutex_unlock(&mutex);  // violation
}
