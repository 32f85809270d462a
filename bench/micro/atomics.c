// Two threads that do nothing but atomic operations on shared integers: a load, an addition and a
// compare-and-swap in turn.
//
// SIZE (rounds per thread) scales the number of transitions, so that two sizes give the cost of
// one.
//
// SPDX-License-Identifier: Apache-2.0

#include <pthread.h>
#include <stdatomic.h>

#ifndef SIZE
#define SIZE 15
#endif

static atomic_int total;
static atomic_int last;

static void* worker(void* argument) {
  for (int round = 0; round < SIZE; ++round) {
    int seen = atomic_load(&last);
    atomic_fetch_add(&total, 1);
    atomic_compare_exchange_strong(&last, &seen, round);
  }
  return argument;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, worker, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  return 0;
}
