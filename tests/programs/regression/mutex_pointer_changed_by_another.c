// A local variable with a pointer to a mutex, that another thread changes in between: the mutex is another one.
// verdict: error data-race
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool started, changed;
static _Atomic(pthread_mutex_t **) published;
static pthread_mutex_t *other;
static int shared;

static void *user(void *unused) {
  pthread_mutex_t *mutex = 0;
  if (!started) {
    published = &other;
    return 0;
  }
  mutex = &first;
  published = &mutex;
  while (!changed) {
  }
  pthread_mutex_lock(mutex);
  shared = 1;  // violation
  pthread_mutex_unlock(mutex);
  return unused;
}

static void *changer(void *unused) {
  while (!published) {
  }
  *published = &second;
  changed = true;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, user, 0);
  pthread_create(&b, 0, changer, 0);
  pthread_mutex_lock(&first);
  started = true;
  shared = 2;  // violation
  pthread_mutex_unlock(&first);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
