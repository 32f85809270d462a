// A timed wait ends with the signal or with ETIMEDOUT, and holds the mutex in both cases.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static const struct timespec deadline = {.tv_sec = 1};
static int ready;

static void *waiter(void *arg) {
  int result = 0;
  pthread_mutex_lock(&mutex);
  while (!ready && result == 0) result = pthread_cond_timedwait(&cond, &mutex, &deadline);
  assert(ready || result == ETIMEDOUT);
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waiter, NULL);
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_signal(&cond);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
}
