// Two threads that take two locks in the same order never have to back off for ever.
// verdict: verified
// options: --errors +livelock
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;

static void take_both(pthread_mutex_t *first, pthread_mutex_t *second) {
  for (;;) {
    pthread_mutex_lock(first);
    if (pthread_mutex_trylock(second) == 0) break;
    pthread_mutex_unlock(first);
  }
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
}

static void *from_left(void *arg) {
  take_both(&left, &right);
  return arg;
}

static void *from_right(void *arg) {
  take_both(&left, &right);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, from_left, NULL);
  pthread_create(&b, NULL, from_right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
