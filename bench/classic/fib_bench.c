// Two threads add each other's variable to their own N times, and main looks on: the sums stay below a Fibonacci number.
//
// Nearly every two accesses depend on each other, so that reduction gains little: 19605 executions for N=4.
// Parameters: N (additions of each thread); BUG (the bound is one Fibonacci number too low).
//
// SPDX-License-Identifier: Apache-2.0

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 4
#endif

static atomic_int i = 1, j = 1;

static void* add_to_i(void* argument) {
  for (int round = 0; round < N; ++round) {
    int own = atomic_load(&i), other = atomic_load(&j);
    atomic_store(&i, own + other);
  }
  return argument;
}

static void* add_to_j(void* argument) {
  for (int round = 0; round < N; ++round) {
    int own = atomic_load(&j), other = atomic_load(&i);
    atomic_store(&j, own + other);
  }
  return argument;
}

// The two variables run up the sequence in turn at best: 2N steps from 1, 1.
static int bound(void) {
  int before = 1, last = 1;
#ifdef BUG
  int steps = 2 * N - 1;
#else
  int steps = 2 * N;
#endif
  for (int step = 0; step < steps; ++step) {
    int next = before + last;
    before = last;
    last = next;
  }
  return last;
}

int main(void) {
  pthread_t first, second;
  int highest = bound();
  pthread_create(&first, 0, add_to_i, 0);
  pthread_create(&second, 0, add_to_j, 0);
  int seen_i = atomic_load(&i), seen_j = atomic_load(&j);
  assert(seen_i <= highest && seen_j <= highest);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
