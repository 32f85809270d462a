// A small atomic struct is read and written as a whole.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct pair {
  int low, high;
};

static _Atomic struct pair shared;

static void *writer(void *arg) {
  struct pair update = {1, 1};
  atomic_store(&shared, update);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, writer, NULL);
  struct pair seen = atomic_load(&shared);
  assert(seen.low == seen.high);
  pthread_join(thread, NULL);
}
