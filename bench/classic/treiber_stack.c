// Treiber's stack: N threads push one node each and then pop one.
//
// Retried compare-and-swaps on one variable. Nodes are never used again, so there is no ABA problem.
// Parameters: N; BUG (pop takes the top off by a plain store, so that two threads get one node).
//
// SPDX-License-Identifier: Apache-2.0

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 2
#endif

struct Node {
  int value;
  struct Node* _Atomic next;
};

static struct Node nodes[N];
static struct Node* _Atomic top;
static int taken[N];  // by each thread

static void push(struct Node* node) {
  struct Node* first = atomic_load(&top);
  do atomic_store(&node->next, first);
  while (!atomic_compare_exchange_strong(&top, &first, node));
}

static int pop(void) {
  struct Node* first = atomic_load(&top);
  while (first) {
    struct Node* next = atomic_load(&first->next);
#ifdef BUG
    atomic_store(&top, next);
    return first->value;
#else
    if (atomic_compare_exchange_strong(&top, &first, next)) return first->value;
#endif
  }
  return 0;
}

static void* client(void* argument) {
  int self = (int)(intptr_t)argument;
  nodes[self].value = self + 1;
  push(&nodes[self]);
  taken[self] = pop();
  return 0;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; ++i) pthread_create(&threads[i], 0, client, (void*)(intptr_t)i);
  for (int i = 0; i < N; ++i) pthread_join(threads[i], 0);
  int sum = 0;
  for (int i = 0; i < N; ++i) sum += taken[i];
  assert(sum == N * (N + 1) / 2);
  return 0;
}
