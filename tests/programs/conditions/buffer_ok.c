// Two producers and a consumer share one slot and one condition variable; all are woken.
// verdict: verified
// skip none: the space is large at the granularity of single accesses
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdint.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int full;

static void *produce(void *count) {
  for (intptr_t i = 0; i < (intptr_t)count; i++) {
    pthread_mutex_lock(&mutex);
    while (full) pthread_cond_wait(&changed, &mutex);
    full = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, produce, (void *)2);
  pthread_create(&b, NULL, produce, (void *)1);
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&mutex);
    while (!full) pthread_cond_wait(&changed, &mutex);
    full = 0;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
  }
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
