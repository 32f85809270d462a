// A timed wait that nobody signals ends by itself: no deadlock.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

int main(void) {
  pthread_mutex_t mutex;
  pthread_cond_t cond;
  pthread_condattr_t attr;
  struct timespec deadline;
  pthread_mutex_init(&mutex, NULL);
  pthread_condattr_init(&attr);
  pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
  pthread_cond_init(&cond, &attr);
  pthread_condattr_destroy(&attr);
  clock_gettime(CLOCK_MONOTONIC, &deadline);
  pthread_mutex_lock(&mutex);
  assert(pthread_cond_timedwait(&cond, &mutex, &deadline) == ETIMEDOUT);
  pthread_mutex_unlock(&mutex);
  assert(pthread_cond_destroy(&cond) == 0);
  assert(pthread_mutex_destroy(&mutex) == 0);
}
