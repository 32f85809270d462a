// One writer and N readers of one variable: each reader comes before or after the write, 2^N executions.
//
// No two readers depend on each other, which shows whether a search tells reads from writes.
// Parameters: N (readers); BUG (a reader trusts that the write has happened).
//
// SPDX-License-Identifier: Apache-2.0

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 8
#endif

static atomic_int x;

static void* reader(void* argument) {
  int value = atomic_load(&x);
#ifdef BUG
  assert(value == 1);
#else
  assert(value == 0 || value == 1);
#endif
  return argument;
}

static void* writer(void* argument) {
  atomic_store(&x, 1);
  return argument;
}

int main(void) {
  pthread_t threads[N + 1];
  pthread_create(&threads[0], 0, writer, 0);
  for (int i = 1; i <= N; ++i) pthread_create(&threads[i], 0, reader, 0);
  for (int i = 0; i <= N; ++i) pthread_join(threads[i], 0);
  return 0;
}
