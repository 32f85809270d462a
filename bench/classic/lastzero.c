// N threads fill an array in a chain while one looks for its last zero: what the searcher reads decides where it goes on.
//
// The searcher's accesses depend on data, so that dynamic POR without wake-up trees starts executions it has to give up.
// Parameters: N (cells after the first); BUG (the chain is off by one and fills cell 0, at which the searcher has to stop).
//
// SPDX-License-Identifier: Apache-2.0

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 5
#endif

static atomic_int cells[N + 1];

static void* search(void* argument) {
  int last = N;
  while (atomic_load(&cells[last]) != 0) --last;
  assert(last >= 0);
  return argument;
}

static void* fill(void* argument) {
  int cell = (int)(intptr_t)argument;
#ifdef BUG
  int value = atomic_load(&cells[cell]);
  atomic_store(&cells[cell - 1], value + 1);
  atomic_store(&cells[cell], value + 1);
#else
  int value = atomic_load(&cells[cell - 1]);
  atomic_store(&cells[cell], value + 1);
#endif
  return 0;
}

int main(void) {
  pthread_t threads[N + 1];
  pthread_create(&threads[0], 0, search, 0);
  for (int i = 1; i <= N; ++i) pthread_create(&threads[i], 0, fill, (void*)(intptr_t)i);
  for (int i = 0; i <= N; ++i) pthread_join(threads[i], 0);
  return 0;
}
