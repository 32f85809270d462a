// A signal wakes only one of two waiters.
// verdict: error deadlock
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
static int open;

static void *waiter(void *arg) {
  pthread_mutex_lock(&mutex);
  while (!open) pthread_cond_wait(&opened, &mutex);  // violation
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, waiter, NULL);
  pthread_create(&b, NULL, waiter, NULL);
  pthread_mutex_lock(&mutex);
  open = 1;
  pthread_cond_signal(&opened);
  pthread_mutex_unlock(&mutex);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
