// A structure of 16 bytes that is not _Atomic is written and read at the same time.
// verdict: error data-race
// flags: -mcx16
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct range {
  long low, high;
};
static struct range range;

static void *move(void *unused) {
  range = (struct range){10, 11};  // violation
  return unused;
}

int main(void) {
  pthread_t thread;
  range = (struct range){0, 1};
  pthread_create(&thread, NULL, move, NULL);
  const struct range seen = range;  // violation
  assert(seen.high == seen.low + 1);
  pthread_join(thread, NULL);
}
