// The result of trylock is ignored: the mutex may belong to the other thread.
// verdict: error lock-misuse
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
  pthread_mutex_trylock(&mutex);
  pthread_mutex_unlock(&mutex);  // violation
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
