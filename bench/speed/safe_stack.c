// SafeStack: a lock-free stack over array indices in which, after at least five context switches,
// two threads own one cell.
//
// It is here because the error is deep and the whole space is still small enough to cover: it
// measures atomic operations. The value of a cell is accessed plainly, so the error is a data race
// as well; run with `--errors assertion`.
// Parameters: THREADS, ROUNDS (pop/push pairs per thread), CELLS; NO_ASSERT keeps the read of the
// value but drops the check, so that the space is the same whatever a tool does after a failed
// assertion.
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
#define ROUNDS 2
#endif
#ifndef CELLS
#define CELLS 3
#endif

struct cell {
  int value;
  atomic_int next;
};

static struct cell array[CELLS];
static atomic_int head;
static atomic_int count;

static int pop(void) {
  while (atomic_load(&count) > 1) {
    int top = atomic_load(&head);
    int next = atomic_exchange(&array[top].next, -1);
    if (next >= 0) {
      int expected = top;
      if (atomic_compare_exchange_strong(&head, &expected, next)) {
        atomic_fetch_sub(&count, 1);
        return top;
      }
      atomic_exchange(&array[top].next, next);
    }
  }
  return -1;
}

static void push(int cell) {
  int top = atomic_load(&head);
  do {
    atomic_store(&array[cell].next, top);
  } while (!atomic_compare_exchange_strong(&head, &top, cell));
  atomic_fetch_add(&count, 1);
}

static void check_owner(int cell, int self) {
  int owner = array[cell].value;
#ifdef NO_ASSERT
  (void)owner;
  (void)self;
#else
  assert(owner == self);
#endif
}

static void* worker(void* argument) {
  int self = (int)(intptr_t)argument;
  for (int round = 0; round < ROUNDS; ++round) {
    int cell;
    do {
      cell = pop();
    } while (cell < 0);
    array[cell].value = self;
    check_owner(cell, self);
    push(cell);
  }
  return 0;
}

int main(void) {
  pthread_t threads[THREADS];
  atomic_init(&count, CELLS);
  atomic_init(&head, 0);
  for (int i = 0; i < CELLS; ++i) atomic_init(&array[i].next, i + 1 < CELLS ? i + 1 : -1);
  for (int i = 0; i < THREADS; ++i) pthread_create(&threads[i], 0, worker, (void*)(intptr_t)i);
  for (int i = 0; i < THREADS; ++i) pthread_join(threads[i], 0);
  return 0;
}
