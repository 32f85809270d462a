// trylock takes a free mutex and answers EBUSY for one that is held, also by the caller.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
  assert(pthread_mutex_trylock(&mutex) == EBUSY);
  return arg;
}

int main(void) {
  pthread_t thread;
  assert(pthread_mutex_trylock(&mutex) == 0);
  assert(pthread_mutex_trylock(&mutex) == EBUSY);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  pthread_mutex_unlock(&mutex);
}
