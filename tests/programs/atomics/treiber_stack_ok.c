// A lock-free stack whose head carries a version: a popped and pushed cell is noticed.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint head = 1, next[3] = {0, 2, 0}, owners[3];

static unsigned with_version(unsigned old, unsigned cell) {
  return ((old & ~0xffu) + 0x100) | cell;
}

static unsigned pop(void) {
  unsigned old = atomic_load(&head), cell, below;
  do {
    cell = old & 0xff;
    if (cell == 0) return 0;
    below = atomic_load(&next[cell]);
  } while (!atomic_compare_exchange_strong(&head, &old, with_version(old, below)));
  assert(atomic_fetch_add(&owners[cell], 1) == 0);
  return cell;
}

static void push(unsigned cell) {
  atomic_fetch_sub(&owners[cell], 1);
  unsigned old = atomic_load(&head);
  do atomic_store(&next[cell], old & 0xff);
  while (!atomic_compare_exchange_strong(&head, &old, with_version(old, cell)));
}

static void *worker(void *arg) {
  unsigned first = pop();
  pop();
  if (first) push(first);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pop();
  pop();
  pthread_join(thread, NULL);
}
