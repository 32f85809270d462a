// A spinlock that is opened before the critical section ends.
// verdict: error data-race
// options: --errors=-assertion
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag lock = ATOMIC_FLAG_INIT;
static int counter;

static void *worker(void *arg) {
  while (atomic_flag_test_and_set(&lock)) {
  }
  atomic_flag_clear(&lock);
  counter++;  // violation
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 2);
}
