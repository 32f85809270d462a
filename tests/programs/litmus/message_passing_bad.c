// Message passing with the flag raised before the data is written.
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int data, flag;

static void *sender(void *arg) {
  atomic_store_explicit(&flag, 1, memory_order_release);
  atomic_store_explicit(&data, 1, memory_order_relaxed);
  return arg;
}

static void *receiver(void *arg) {
  if (atomic_load_explicit(&flag, memory_order_acquire))
    assert(atomic_load_explicit(&data, memory_order_relaxed) == 1);  // violation
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, sender, NULL);
  pthread_create(&b, NULL, receiver, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
