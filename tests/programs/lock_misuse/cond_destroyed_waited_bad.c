// A condition variable is destroyed while a thread waits on it.
// verdict: error lock-misuse
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int waiting;

static void *waiter(void *arg) {
  pthread_mutex_lock(&mutex);
  waiting = 1;
  pthread_cond_wait(&cond, &mutex);
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waiter, NULL);
  pthread_mutex_lock(&mutex);
  if (waiting)
    pthread_cond_destroy(&cond);  // violation
  return 0;
}
