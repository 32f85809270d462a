// Two threads wait on one condition variable with different mutexes.
// verdict: error lock-misuse
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

static pthread_mutex_t mutexes[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;

static void *worker(void *arg) {
  pthread_mutex_lock(arg);
  pthread_cond_wait(&cond, arg);  // violation
  pthread_mutex_unlock(arg);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, &mutexes[0]);
  pthread_create(&b, NULL, worker, &mutexes[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
