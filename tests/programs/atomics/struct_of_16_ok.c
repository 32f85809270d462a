// An _Atomic structure of 16 bytes is never seen half written.
// verdict: verified
// flags: -mcx16
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct range {
  long low, high;
};
static _Atomic struct range range;

static void *move(void *unused) {
  range = (struct range){10, 11};
  return unused;
}

int main(void) {
  pthread_t thread;
  range = (struct range){0, 1};
  pthread_create(&thread, NULL, move, NULL);
  const struct range seen = range;
  assert(seen.high == seen.low + 1);
  pthread_join(thread, NULL);
}
