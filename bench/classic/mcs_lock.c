// Mellor-Crummey and Scott's queue lock: N threads increment a plain counter under it, each waiting at a flag of its own.
//
// The one who leaves may have to wait until its successor has linked itself. Busy waiting makes executions endless: a stateless
// search takes -DASSUME, with which only executions without idle rounds count.
// Parameters: N; BUG (joining the queue takes two steps, so that two threads think they are its first).
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

struct Node {
  struct Node* _Atomic next;
  atomic_int must_wait;
};

static struct Node nodes[N];
static struct Node* _Atomic tail;
static int counter;

static struct Node* join_queue(struct Node* node) {
#ifdef BUG
  struct Node* before = atomic_load(&tail);
  atomic_store(&tail, node);
  return before;
#else
  return atomic_exchange(&tail, node);
#endif
}

static void lock(struct Node* node) {
  atomic_store(&node->must_wait, 1);
  struct Node* before = join_queue(node);
  if (!before) return;
  atomic_store(&before->next, node);
  WAIT_UNTIL(!atomic_load(&node->must_wait));
}

static void unlock(struct Node* node) {
  struct Node* last = node;
  if (!atomic_load(&node->next) && atomic_compare_exchange_strong(&tail, &last, 0)) return;
  WAIT_UNTIL(atomic_load(&node->next) != NULL);
  atomic_store(&atomic_load(&node->next)->must_wait, 0);
}

static void* client(void* argument) {
  struct Node* node = &nodes[(intptr_t)argument];
  lock(node);
  ++counter;
  unlock(node);
  return 0;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; ++i) pthread_create(&threads[i], 0, client, (void*)(intptr_t)i);
  for (int i = 0; i < N; ++i) pthread_join(threads[i], 0);
  assert(counter == N);
  return 0;
}
