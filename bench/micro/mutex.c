// Two threads that do nothing but lock and unlock one mutex: nearly every transition is a lock
// acquisition.
//
// SIZE (rounds per thread) scales the number of transitions, so that two sizes give the cost of
// one.
//
// SPDX-License-Identifier: Apache-2.0

#include <pthread.h>

#ifndef SIZE
#define SIZE 40
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* worker(void* argument) {
  for (int round = 0; round < SIZE; ++round) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
  }
  return argument;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, worker, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  return 0;
}
