// The older __sync builtins.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>

static int counter, taken;

static void *worker(void *arg) {
  while (__sync_lock_test_and_set(&taken, 1)) {
  }
  counter++;
  __sync_lock_release(&taken);
  return arg;
}

int main(void) {
  pthread_t thread;
  int n = 5;
  assert(__sync_fetch_and_add(&n, 2) == 5 && __sync_add_and_fetch(&n, 1) == 8);
  assert(__sync_fetch_and_sub(&n, 1) == 8 && __sync_sub_and_fetch(&n, 3) == 4);
  assert(__sync_fetch_and_or(&n, 3) == 4 && __sync_and_and_fetch(&n, 5) == 5);
  assert(__sync_xor_and_fetch(&n, 1) == 4);
  assert(__sync_bool_compare_and_swap(&n, 4, 9) && __sync_val_compare_and_swap(&n, 1, 2) == 9);
  __sync_synchronize();
  pthread_create(&thread, NULL, worker, NULL);
  worker(NULL);
  pthread_join(thread, NULL);
  assert(counter == 2);
}
