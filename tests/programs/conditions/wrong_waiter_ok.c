// Two threads wait for different things on one condition variable: broadcast wakes both.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready[2];

static void *waiter(void *arg) {
  int *mine = arg;
  pthread_mutex_lock(&mutex);
  while (!*mine) pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, waiter, &ready[0]);
  pthread_create(&b, NULL, waiter, &ready[1]);
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&mutex);
    ready[i] = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
  }
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
