// Paper 000, section 3.4.2: a pair of threads is enough to show an atomicity violation of three.
// verdict: error data-race
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void *guarded(void *arg) {
  pthread_mutex_lock(&mutex);
  shared++;  // violation
  pthread_mutex_unlock(&mutex);
  return arg;
}

static void *unguarded(void *arg) {
  shared++;  // violation
  return arg;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, guarded, NULL);
  pthread_create(&b, NULL, guarded, NULL);
  pthread_create(&c, NULL, unguarded, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
}
