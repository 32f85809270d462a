// A block at a reused address, to which a dangling pointer leads, was shared and hidden again on one way, and never shared on another: these are two states.
// verdict: error assertion
// surprises hybrid: a dangling pointer leads to a new block, which the analyses take for another one
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int *_Atomic dangling;
static atomic_int *_Atomic known;
static atomic_int flag;

static void *reader(void *unused) {
  if (atomic_load(&flag)) assert(atomic_load(dangling) == 0);  // violation
  return unused;
}

int main(void) {
  pthread_t thread;
  atomic_int *volatile block = calloc(1, 8);
  dangling = block;
  free(block);
  pthread_create(&thread, 0, reader, 0);
  block = malloc(8);
  atomic_init(block, 0);
  if (heddle_choose(2) == 0) {
    known = block;
    known = 0;
    atomic_store(&flag, 1);
  } else {
    atomic_store(&flag, 1);
    atomic_store(block, 1);
    atomic_store(block, 0);
  }
  pthread_join(thread, 0);
  free(block);
}
