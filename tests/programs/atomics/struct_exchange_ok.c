// A large _Atomic structure is exchanged in one step.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct job {
  int present;
  long arguments[3];
};
static _Atomic struct job queue;
static atomic_int taken;

static void *take(void *unused) {
  const struct job none = {0};
  const struct job job = atomic_exchange(&queue, none);
  if (job.present) {
    assert(job.arguments[0] == 1 && job.arguments[2] == 3);
    atomic_fetch_add(&taken, 1);
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  queue = (struct job){1, {1, 2, 3}};
  for (int k = 0; k < 2; ++k) pthread_create(&threads[k], NULL, take, NULL);
  for (int k = 0; k < 2; ++k) pthread_join(threads[k], NULL);
  assert(taken == 1);
}
