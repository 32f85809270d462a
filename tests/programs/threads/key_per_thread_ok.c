// One key holds a different value in each thread.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;

static void *worker(void *arg) {
  pthread_setspecific(key, arg);
  assert(pthread_getspecific(key) == arg);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_key_create(&key, NULL);
  pthread_create(&a, NULL, worker, (void *)1);
  pthread_create(&b, NULL, worker, (void *)2);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(pthread_getspecific(key) == NULL);
}
