// Szymanski's mutual exclusion: a waiting room with one flag of five values per thread.
//
// Waiting loops over several flags, and a shared variable that only the holder touches. Busy waiting makes executions endless: a
// stateless search takes -DASSUME, with which only executions without idle rounds count.
// Parameters: N (threads), ROUNDS; BUG (a thread enters without waiting for those before it in the room).
//
// SPDX-License-Identifier: Apache-2.0

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#include "wait_until.h"

#ifndef N
#define N 2
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif

enum Flag { OUTSIDE, INTERESTED, WAITING, ENTERING, INSIDE };

static atomic_int flags[N];
static int owner;

static int is_any(int from, int to, int low, int high) {
  for (int other = from; other < to; ++other) {
    int flag = atomic_load(&flags[other]);
    if (low <= flag && flag <= high) return 1;
  }
  return 0;
}

static int is_free(int other) { return atomic_load(&flags[other]) <= INTERESTED; }

static int has_entered(int other) {
  int flag = atomic_load(&flags[other]);
  return flag <= INTERESTED || flag == INSIDE;
}

static void enter(int self) {
  atomic_store(&flags[self], INTERESTED);
  for (int other = 0; other < N; ++other) WAIT_UNTIL(atomic_load(&flags[other]) <= WAITING);
  atomic_store(&flags[self], ENTERING);
  if (is_any(0, N, INTERESTED, INTERESTED)) {
    atomic_store(&flags[self], WAITING);
    WAIT_UNTIL(is_any(0, N, INSIDE, INSIDE));
  }
  atomic_store(&flags[self], INSIDE);
#ifndef BUG
  for (int other = 0; other < self; ++other) WAIT_UNTIL(is_free(other));
#endif
}

static void leave(int self) {
  for (int other = self + 1; other < N; ++other) WAIT_UNTIL(has_entered(other));
  atomic_store(&flags[self], OUTSIDE);
}

static void* client(void* argument) {
  int self = (int)(intptr_t)argument;
  for (int round = 0; round < ROUNDS; ++round) {
    enter(self);
    owner = self;
    assert(owner == self);
    leave(self);
  }
  return 0;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; ++i) pthread_create(&threads[i], 0, client, (void*)(intptr_t)i);
  for (int i = 0; i < N; ++i) pthread_join(threads[i], 0);
  return 0;
}
