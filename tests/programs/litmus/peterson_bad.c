// Peterson's algorithm with the turn kept instead of given away lets both threads in.
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int wants[2], turn, inside;

static void *client(void *arg) {
  int me = (int)(intptr_t)arg, other = 1 - me;
  atomic_store(&wants[me], 1);
  atomic_store(&turn, me);
  while (atomic_load(&wants[other]) && atomic_load(&turn) == other) {
  }
  assert(atomic_fetch_add(&inside, 1) == 0);  // violation
  atomic_fetch_sub(&inside, 1);
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
