// Dekker's algorithm keeps two threads apart; both give way and wait in loops.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int wants[2], turn, inside;

static void *client(void *arg) {
  int me = (int)(intptr_t)arg, other = 1 - me;
  atomic_store(&wants[me], 1);
  while (atomic_load(&wants[other])) {
    if (atomic_load(&turn) == me) continue;
    atomic_store(&wants[me], 0);
    while (atomic_load(&turn) != me) {
    }
    atomic_store(&wants[me], 1);
  }
  assert(atomic_fetch_add(&inside, 1) == 0);
  atomic_fetch_sub(&inside, 1);
  atomic_store(&turn, other);
  atomic_store(&wants[me], 0);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, client, (void *)0);
  pthread_create(&b, NULL, client, (void *)1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
