// No destructor runs for a thread whose value is NULL when it ends.
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int object, destroyed;

static void destroy(void *value) {
  *(int *)value = 0;
  destroyed++;
}

static void *worker(void *arg) {
  assert(pthread_getspecific(key) == NULL);
  object = 5;
  pthread_setspecific(key, &object);
  pthread_setspecific(key, NULL);
  return arg;
}

int main(void) {
  pthread_t thread;
  assert(pthread_key_create(&key, destroy) == 0);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  assert(destroyed == 1 && object == 0);  // violation
  assert(pthread_getspecific(key) == NULL);
  assert(pthread_key_delete(key) == 0);
}
