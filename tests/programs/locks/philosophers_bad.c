// Three philosophers who all take the left fork first starve together.
// verdict: error deadlock
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdint.h>

static pthread_mutex_t forks[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                   PTHREAD_MUTEX_INITIALIZER};

static void *philosopher(void *arg) {
  int left = (int)(intptr_t)arg, right = (left + 1) % 3;
  int first = left;
  int second = left + right - first;
  pthread_mutex_lock(&forks[first]);
  pthread_mutex_lock(&forks[second]);  // violation
  pthread_mutex_unlock(&forks[second]);
  pthread_mutex_unlock(&forks[first]);
  return NULL;
}

int main(void) {
  pthread_t thread[3];
  for (intptr_t i = 0; i < 3; i++) pthread_create(&thread[i], NULL, philosopher, (void *)i);
  for (int i = 0; i < 3; i++) pthread_join(thread[i], NULL);
}
