// Peterson's lock for two threads with sequentially consistent atomics: busy waiting makes the
// state space cyclic.
//
// The owner is accessed plainly inside the critical section, so mutual exclusion is checked by the
// assertion and as a data race.
// Parameters: ROUNDS (entries of each thread); BROKEN offers the turn before it raises the flag,
// which lets both in.
//
// SPDX-License-Identifier: Apache-2.0

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef ROUNDS
#define ROUNDS 2
#endif

static atomic_int flag[2];
static atomic_int turn;
static int owner;

static void lock(int self) {
  int other = 1 - self;
#ifdef BROKEN
  atomic_store(&turn, other);
  atomic_store(&flag[self], 1);
#else
  atomic_store(&flag[self], 1);
  atomic_store(&turn, other);
#endif
  while (atomic_load(&flag[other]) == 1 && atomic_load(&turn) == other) {
  }
}

static void unlock(int self) { atomic_store(&flag[self], 0); }

static void* worker(void* argument) {
  int self = (int)(intptr_t)argument;
  for (int round = 0; round < ROUNDS; ++round) {
    lock(self);
    owner = self;
    assert(owner == self);
    unlock(self);
  }
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, worker, (void*)(intptr_t)i);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  return 0;
}
