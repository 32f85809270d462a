// A wait that releases the only mutex the signaller needs.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER, inner = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int ready;

static void *waiter(void *arg) {
  pthread_mutex_lock(&outer);
  pthread_mutex_lock(&inner);
  while (!ready) pthread_cond_wait(&cond, &inner);
  pthread_mutex_unlock(&inner);
  pthread_mutex_unlock(&outer);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waiter, NULL);
  pthread_mutex_lock(&inner);
  ready = 1;
  pthread_cond_signal(&cond);
  pthread_mutex_unlock(&inner);
  pthread_join(thread, NULL);
}
