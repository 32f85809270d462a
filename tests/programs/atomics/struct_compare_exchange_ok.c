// A large _Atomic structure is replaced only if it is still what was read.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct stamped {
  long value, copy, stamp;
};
static _Atomic struct stamped shared;

static void *add(void *unused) {
  struct stamped old = atomic_load(&shared), new;
  do {
    new = (struct stamped){old.value + 1, old.value + 1, old.stamp + 1};
  } while (!atomic_compare_exchange_weak(&shared, &old, new));
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, add, NULL);
  add(NULL);
  pthread_join(thread, NULL);
  const struct stamped end = shared;
  assert(end.value == 2 && end.copy == 2 && end.stamp == 2);
}
