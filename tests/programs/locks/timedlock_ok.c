// A timed lock gives up, so taking two locks in opposite orders does not block for ever.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static const struct timespec deadline = {.tv_sec = 1};

static void take(pthread_mutex_t *first, pthread_mutex_t *second) {
  pthread_mutex_lock(first);
  int result = pthread_mutex_timedlock(second, &deadline);
  assert(result == 0 || result == ETIMEDOUT);
  if (result == 0) pthread_mutex_unlock(second);
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
}
