// Every read-modify-write operation of stdatomic.h returns the old value.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <stdatomic.h>

int main(void) {
  atomic_int n;
  atomic_init(&n, 12);
  assert(atomic_fetch_add(&n, 3) == 12);
  assert(atomic_fetch_sub(&n, 5) == 15);
  assert(atomic_fetch_or(&n, 5) == 10);
  assert(atomic_fetch_and(&n, 6) == 15);
  assert(atomic_fetch_xor(&n, 5) == 6);
  assert(atomic_exchange(&n, 100) == 3);
  int expected = 1;
  assert(!atomic_compare_exchange_strong(&n, &expected, 7) && expected == 100);
  assert(atomic_compare_exchange_strong(&n, &expected, 7) && atomic_load(&n) == 7);
  atomic_thread_fence(memory_order_seq_cst);
  atomic_signal_fence(memory_order_acquire);
}
