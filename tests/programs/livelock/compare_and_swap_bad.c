// Each thread undoes what another has reserved, and reserves it again: a compare-and-swap loop without helping.
// verdict: error livelock
// options: --errors +livelock
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>

static atomic_int owner;

static void *claim(void *arg) {
  const int me = arg ? 2 : 1;
  for (;;) {
    int seen = atomic_load(&owner);  // violation
    if (seen != 0) atomic_compare_exchange_strong(&owner, &seen, 0);  // violation
    int none = 0;
    if (!atomic_compare_exchange_strong(&owner, &none, me)) continue;  // violation
    int mine = me;
    if (atomic_compare_exchange_strong(&owner, &mine, 0)) return NULL;  // violation
  }
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, claim, NULL);
  pthread_create(&b, NULL, claim, &owner);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
