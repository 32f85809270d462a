// Two threads take two locks in the same order.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void take(pthread_mutex_t *first, pthread_mutex_t *second) {
  pthread_mutex_lock(first);
  pthread_mutex_lock(second);
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
}

static void *left(void *arg) {
  take(&a, &b);
  return arg;
}

static void *right(void *arg) {
  take(&a, &b);
  return arg;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, NULL, left, NULL);
  pthread_create(&u, NULL, right, NULL);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
}
