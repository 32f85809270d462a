// Two reads of one variable may see different writes.
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *writer(void *arg) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  atomic_store_explicit(&x, 2, memory_order_relaxed);
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, writer, NULL);
  int first = atomic_load_explicit(&x, memory_order_relaxed);
  int second = atomic_load_explicit(&x, memory_order_relaxed);
  pthread_join(a, NULL);
  assert(first == second);  // violation
}
