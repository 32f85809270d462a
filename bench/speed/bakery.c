// Lamport's bakery lock for any number of threads with sequentially consistent atomics: many loads,
// much local computation between them.
//
// The owner is accessed plainly inside the critical section, so mutual exclusion is checked by the
// assertion and as a data race.
// Parameters: THREADS (at least 2), ROUNDS (entries of each thread); BROKEN does not wait for a
// thread that is choosing its number.
//
// SPDX-License-Identifier: Apache-2.0

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef THREADS
#define THREADS 3
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif

static atomic_int choosing[THREADS];
static atomic_int number[THREADS];
static int owner;

static int take_number(int self) {
  atomic_store(&choosing[self], 1);
  int largest = 0;
  for (int i = 0; i < THREADS; ++i) {
    if (i == self) continue;
    int other = atomic_load(&number[i]);
    if (other > largest) largest = other;
  }
  atomic_store(&number[self], largest + 1);
  atomic_store(&choosing[self], 0);
  return largest + 1;
}

static int goes_first(int other_number, int other, int my_number, int self) {
  return other_number != 0 &&
         (other_number < my_number || (other_number == my_number && other < self));
}

static void lock(int self) {
  int mine = take_number(self);
  for (int i = 0; i < THREADS; ++i) {
    if (i == self) continue;
#ifndef BROKEN
    while (atomic_load(&choosing[i])) {
    }
#endif
    while (goes_first(atomic_load(&number[i]), i, mine, self)) {
    }
  }
}

static void unlock(int self) { atomic_store(&number[self], 0); }

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
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; ++i) pthread_create(&threads[i], 0, worker, (void*)(intptr_t)i);
  for (int i = 0; i < THREADS; ++i) pthread_join(threads[i], 0);
  return 0;
}
