// Dining philosophers with one mutex per fork: nothing but lock and unlock, so it measures mutex
// transitions.
//
// Everyone takes the lower-numbered fork first, which excludes a deadlock; with NAIVE everyone
// takes the left one first.
// Parameters: N (philosophers, at least 2), ROUNDS (meals each), NAIVE.
//
// SPDX-License-Identifier: Apache-2.0

#include <pthread.h>
#include <stdint.h>

#ifndef N
#define N 5
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif

static pthread_mutex_t forks[N] = {[0 ... N - 1] = PTHREAD_MUTEX_INITIALIZER};

static void* philosopher(void* argument) {
  int left = (int)(intptr_t)argument;
  int right = (left + 1) % N;
#ifdef NAIVE
  int first = left, second = right;
#else
  int first = left < right ? left : right, second = left < right ? right : left;
#endif
  for (int round = 0; round < ROUNDS; ++round) {
    pthread_mutex_lock(&forks[first]);
    pthread_mutex_lock(&forks[second]);
    pthread_mutex_unlock(&forks[second]);
    pthread_mutex_unlock(&forks[first]);
  }
  return 0;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; ++i) pthread_create(&threads[i], 0, philosopher, (void*)(intptr_t)i);
  for (int i = 0; i < N; ++i) pthread_join(threads[i], 0);
  return 0;
}
