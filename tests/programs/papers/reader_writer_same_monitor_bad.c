// Paper 001, figure 1 with the notifier on the reader's monitor: the read of x is not ordered.
// verdict: error data-race
// options: --errors=-deadlock
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

static pthread_mutex_t lock1 = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond1 = PTHREAD_COND_INITIALIZER;
static int x, v;

static void *writer(void *arg) {
  x = 1;  // violation
  pthread_mutex_lock(&lock1);
  pthread_cond_signal(&cond1);
  pthread_mutex_unlock(&lock1);
  return arg;
}

static void *reader(void *arg) {
  pthread_mutex_lock(&lock1);
  pthread_cond_wait(&cond1, &lock1);
  pthread_mutex_unlock(&lock1);
  v = x;  // violation
  return arg;
}

static void *notifier(void *arg) {
  pthread_mutex_lock(&lock1);
  pthread_cond_signal(&cond1);
  pthread_mutex_unlock(&lock1);
  return arg;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, writer, NULL);
  pthread_create(&b, NULL, reader, NULL);
  pthread_create(&c, NULL, notifier, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
}
