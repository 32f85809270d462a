// A plain read and an atomic read of a large object do not race.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>

struct triple {
  long parts[3];
};
static struct triple shared = {{1, 2, 3}};

static void *read_atomically(void *unused) {
  struct triple copy;
  __atomic_load(&shared, &copy, __ATOMIC_SEQ_CST);
  assert(copy.parts[1] == 2);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, read_atomically, NULL);
  assert(shared.parts[1] == 2);
  pthread_join(thread, NULL);
}
