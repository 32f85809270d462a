// A block that no other thread was given can still be changed by one with a stale pointer to its address.
// verdict: error assertion
// surprises hybrid: the analyses take a pointer to lead to what it was made for
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int *known;
static atomic_int is_freed;

static void *write_late(void *arg) {
  atomic_int *stale = known;
  if (atomic_load(&is_freed)) atomic_store(stale, 2);
  return arg;
}

int main(void) {
  known = calloc(1, sizeof *known);
  pthread_t thread;
  pthread_create(&thread, 0, write_late, 0);
  free(known);
  atomic_int *block = calloc(1, sizeof *block);
  atomic_store(&is_freed, 1);
  atomic_store(block, 1);
  assert(atomic_load(block) == 1);  // violation
  pthread_join(thread, 0);
  free(block);
}
