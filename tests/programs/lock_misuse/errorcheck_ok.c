// An errorcheck mutex answers misuse with an error code instead.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex;

static void *worker(void *arg) {
  assert(pthread_mutex_unlock(&mutex) == EPERM);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_mutexattr_t attr;
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&mutex, &attr);
  pthread_mutex_lock(&mutex);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  assert(pthread_mutex_unlock(&mutex) == 0);
}
