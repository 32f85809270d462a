// A sequence lock: the reader repeats when a write was under way.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int low, high;

static void *writer(void *arg) {
  for (int i = 1; i <= 2; i++) {
    atomic_fetch_add(&sequence, 1);
    atomic_store(&low, i);
    atomic_store(&high, i);
    atomic_fetch_add(&sequence, 1);
  }
  return arg;
}

int main(void) {
  pthread_t thread;
  unsigned before;
  int seen_low, seen_high;
  pthread_create(&thread, NULL, writer, NULL);
  do {
    before = atomic_load(&sequence);
    seen_low = atomic_load(&low);
    seen_high = atomic_load(&high);
  } while (before % 2 || atomic_load(&sequence) != before);
  assert(seen_low == seen_high);
  pthread_join(thread, NULL);
}
