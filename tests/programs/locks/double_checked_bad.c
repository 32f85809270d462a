// Double-checked initialisation through a plain pointer: the first check races with the store.
// verdict: error data-race
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int *instance;

static int *get(void) {
  if (instance == NULL) {  // violation
    pthread_mutex_lock(&mutex);
    if (!instance) {
      int *created = malloc(sizeof *created);
      *created = 42;
      instance = created;  // violation
    }
    pthread_mutex_unlock(&mutex);
  }
  return instance;
}

static void *worker(void *arg) {
  assert(*get() == 42);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  free(instance);
}
