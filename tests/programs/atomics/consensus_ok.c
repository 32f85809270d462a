// Compare-and-exchange decides between two proposals once and for all.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int decision;
static int decided[2];

static void *propose(void *arg) {
  int mine = (int)(intptr_t)arg, expected = 0;
  decided[mine - 1] = atomic_compare_exchange_strong(&decision, &expected, mine) ? mine : expected;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, propose, (void *)1);
  pthread_create(&b, NULL, propose, (void *)2);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(decided[0] == decided[1]);
}
