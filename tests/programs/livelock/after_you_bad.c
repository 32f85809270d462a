// Each thread shows that it wants to enter and gives way to the other: both can give way for ever.
// verdict: error livelock
// options: --errors +livelock
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2];
static atomic_int turn;

static void *enter(void *arg) {
  const int me = arg != NULL, other = 1 - me;
  atomic_store(&wants[me], 1);
  while (atomic_load(&wants[other])) {  // violation
    atomic_store(&wants[me], 0);  // violation
    atomic_store(&wants[me], 1);  // violation
  }
  atomic_store(&turn, other);
  atomic_store(&wants[me], 0);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, enter, NULL);
  pthread_create(&b, NULL, enter, &turn);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
