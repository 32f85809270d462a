// Michael and Scott's queue: N threads enqueue one element each and then dequeue one.
//
// The tail may lag behind, and whoever finds it so helps. Nodes are never used again, so there is no ABA problem.
// Parameters: N; BUG (a node is linked by a plain store instead of a compare-and-swap, so that another one gets lost).
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

static struct Node nodes[N + 1];  // the last is the dummy
static struct Node* _Atomic head = &nodes[N];
static struct Node* _Atomic tail = &nodes[N];
static int taken[N];  // by each thread

static int link_after(struct Node* last, struct Node* node) {
#ifdef BUG
  atomic_store(&last->next, node);
  return 1;
#else
  struct Node* none = 0;
  return atomic_compare_exchange_strong(&last->next, &none, node);
#endif
}

static void enqueue(struct Node* node) {
  for (;;) {
    struct Node* last = atomic_load(&tail);
    struct Node* next = atomic_load(&last->next);
    if (last != atomic_load(&tail)) continue;
    if (next) {
      atomic_compare_exchange_strong(&tail, &last, next);
    } else if (link_after(last, node)) {
      atomic_compare_exchange_strong(&tail, &last, node);
      return;
    }
  }
}

static int dequeue(void) {
  for (;;) {
    struct Node* first = atomic_load(&head);
    struct Node* last = atomic_load(&tail);
    struct Node* next = atomic_load(&first->next);
    if (first != atomic_load(&head)) continue;
    if (first == last) {
      if (!next) return 0;
      atomic_compare_exchange_strong(&tail, &last, next);
    } else if (atomic_compare_exchange_strong(&head, &first, next)) {
      return next->value;
    }
  }
}

static void* client(void* argument) {
  int self = (int)(intptr_t)argument;
  nodes[self].value = self + 1;
  enqueue(&nodes[self]);
  taken[self] = dequeue();
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
