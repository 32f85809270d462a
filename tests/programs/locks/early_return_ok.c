// Every way out of the function releases the mutex.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int stock = 1;

static int take_one(void) {
  pthread_mutex_lock(&mutex);
  int left = stock;
  if (left > 0) stock--;
  pthread_mutex_unlock(&mutex);
  return left > 0;
}

static void *worker(void *arg) {
  take_one();
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return take_one();
}
