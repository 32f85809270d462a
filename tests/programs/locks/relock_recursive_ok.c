// The owner of a recursive mutex may lock it again; others wait for the last unlock.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex;
static int value;

static void *worker(void *arg) {
  pthread_mutex_lock(&mutex);
  value++;
  pthread_mutex_lock(&mutex);
  value++;
  pthread_mutex_unlock(&mutex);
  assert(value % 2 == 0);
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_mutexattr_t attr;
  int type;
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
  assert(pthread_mutexattr_gettype(&attr, &type) == 0 && type == PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&mutex, &attr);
  pthread_mutexattr_destroy(&attr);
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  worker(NULL);
  pthread_join(thread, NULL);
  assert(pthread_mutex_destroy(&mutex) == 0);
}
