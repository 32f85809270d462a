// An index leaves its array for the next member while the other thread waits for the mutex.
// verdict: error data-race
// surprises hybrid: the analyses take an index to stay in its array
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

static struct {
  int array[2];
  int x;
} s;
static volatile int two = 2;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *other(void *argument) {
  s.x = 1;  // violation
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  const int index = two;
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  pthread_mutex_lock(&mutex);
  s.array[index] = 3;  // violation
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, 0);
  return 0;
}
