// Craig, Landin and Hagersten's queue lock: N threads increment a plain counter under it, each waiting at its predecessor's flag.
//
// Busy waiting makes executions endless: a stateless search takes -DASSUME, with which only executions without idle rounds
// count, N! of them.
// Parameters: N; BUG (joining the queue takes two steps, so that two threads wait for the same predecessor).
//
// SPDX-License-Identifier: Apache-2.0

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#include "wait_until.h"

#ifndef N
#define N 3
#endif

static atomic_int is_held[N + 1];  // the last stands for the free lock
static atomic_int tail = N;
static int counter;

static int join_queue(int self) {
#ifdef BUG
  int before = atomic_load(&tail);
  atomic_store(&tail, self);
  return before;
#else
  return atomic_exchange(&tail, self);
#endif
}

static void* client(void* argument) {
  int self = (int)(intptr_t)argument;
  atomic_store(&is_held[self], 1);
  int before = join_queue(self);
  WAIT_UNTIL(!atomic_load(&is_held[before]));
  ++counter;
  atomic_store(&is_held[self], 0);
  return 0;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; ++i) pthread_create(&threads[i], 0, client, (void*)(intptr_t)i);
  for (int i = 0; i < N; ++i) pthread_join(threads[i], 0);
  assert(counter == N);
  return 0;
}
