// The flag is set without the mutex, between the waiter's check and its wait.
// verdict: error deadlock
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static atomic_int ready;

static void *waiter(void *arg) {
  pthread_mutex_lock(&mutex);
  while (!atomic_load(&ready)) pthread_cond_wait(&cond, &mutex);  // violation
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waiter, NULL);
  atomic_store(&ready, 1);
  pthread_cond_signal(&cond);
  pthread_join(thread, NULL);
}
