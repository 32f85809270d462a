// Thread attributes keep what was set, and a thread created detached needs no join.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t done;

static void *worker(void *arg) {
  sem_post(&done);
  return arg;
}

int main(void) {
  pthread_attr_t attr;
  int state;
  size_t size;
  sem_init(&done, 0, 0);
  assert(pthread_attr_init(&attr) == 0);
  assert(pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED) == 0);
  assert(pthread_attr_setstacksize(&attr, 1 << 20) == 0);
  assert(pthread_attr_getdetachstate(&attr, &state) == 0 && state == PTHREAD_CREATE_DETACHED);
  assert(pthread_attr_getstacksize(&attr, &size) == 0 && size == 1 << 20);
  pthread_t thread;
  assert(pthread_create(&thread, &attr, worker, NULL) == 0);
  assert(pthread_attr_destroy(&attr) == 0);
  sem_wait(&done);
}
