// An error that lies behind a spin loop is not overlooked because the loop may go on.
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int turn, value;

static void *worker(void *arg) {
  while (atomic_load(&turn) != 1) {
  }
  atomic_fetch_add(&value, 1);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  atomic_store(&turn, 1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(value == 1);  // violation
}
