// Two threads block each other for ever while main goes its own way and ends the process.
// verdict: error deadlock
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void *left(void *arg) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);  // violation
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return arg;
}

static void *right(void *arg) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);  // violation
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return arg;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, NULL, left, NULL);
  pthread_create(&u, NULL, right, NULL);
  return 0;
}
