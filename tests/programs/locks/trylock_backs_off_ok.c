// Threads that take two locks in opposite orders, but give up when the second is taken.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int both;

static void take(pthread_mutex_t *first, pthread_mutex_t *second) {
  pthread_mutex_lock(first);
  if (pthread_mutex_trylock(second) == 0) {
    both++;
    pthread_mutex_unlock(second);
  }
  pthread_mutex_unlock(first);
}

static void *worker(void *arg) {
  take(&a, &b);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  take(&b, &a);
  pthread_join(thread, NULL);
  assert(both <= 2);
}
