// The weak variant in a loop; explicit memory orders are accepted.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint bits;

static void set_bit(unsigned bit) {
  unsigned seen = atomic_load_explicit(&bits, memory_order_relaxed);
  while (!atomic_compare_exchange_weak_explicit(&bits, &seen, seen | bit, memory_order_acq_rel,
                                                memory_order_relaxed)) {
  }
}

static void *worker(void *arg) {
  set_bit(1);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  set_bit(2);
  pthread_join(thread, NULL);
  assert(bits == 3);
}
