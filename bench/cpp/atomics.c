// Peterson's lock for two threads with C11 atomics: every transition is an atomic access or one to
// the owner inside the critical section.
//
// The C half of a pair; atomics.cpp is the same program with std::atomic.
// Parameter: SIZE (entries of each thread).
//
// SPDX-License-Identifier: Apache-2.0

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 20
#endif

static atomic_bool flag[2];
static atomic_size_t turn;
static size_t owner;

static void lock(size_t self) {
  size_t other = 1 - self;
  atomic_store(&flag[self], 1);
  atomic_store(&turn, other);
  while (atomic_load(&flag[other]) && atomic_load(&turn) == other) {
  }
}

static void unlock(size_t self) { atomic_store(&flag[self], 0); }

static void* worker(void* argument) {
  size_t self = (size_t)argument;
  for (int i = 0; i < SIZE; ++i) {
    lock(self);
    owner = self;
    assert(owner == self);
    unlock(self);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (size_t i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, worker, (void*)i);
  for (size_t i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
