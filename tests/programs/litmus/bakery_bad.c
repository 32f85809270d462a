// The bakery without waiting for a ticket being drawn: equal tickets let both threads in.
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int drawing[2], ticket[2], inside;

static void *client(void *arg) {
  int me = (int)(intptr_t)arg, other = 1 - me;
  atomic_store(&drawing[me], 1);
  int mine = 1 + atomic_load(&ticket[other]);
  atomic_store(&ticket[me], mine);
  atomic_store(&drawing[me], 0);
  for (;;) {
    int theirs = atomic_load(&ticket[other]);
    if (theirs == 0 || theirs > mine || (theirs == mine && me < other)) break;
  }
  assert(atomic_fetch_add(&inside, 1) == 0);  // violation
  atomic_fetch_sub(&inside, 1);
  atomic_store(&ticket[me], 0);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, client, (void *)0);
  pthread_create(&b, NULL, client, (void *)1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
