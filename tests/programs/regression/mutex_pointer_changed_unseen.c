// As mutex_pointer_changed_by_another.c, without atomics: races are to be no errors, so they may change the pointer, too.
// verdict: error assertion
// options: --errors=-data-race
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static volatile bool started, changed;
static pthread_mutex_t **volatile published;
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
  shared = 1;
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
  shared = 2;
  assert(shared == 2);  // violation
  pthread_mutex_unlock(&first);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
