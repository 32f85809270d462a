// The __atomic builtins on plain variables make accesses atomic.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>

static int data, flag;

static void *sender(void *arg) {
  __atomic_store_n(&data, 7, __ATOMIC_RELAXED);
  __atomic_store_n(&flag, 1, __ATOMIC_RELEASE);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, sender, NULL);
  if (__atomic_load_n(&flag, __ATOMIC_ACQUIRE))
    assert(__atomic_load_n(&data, __ATOMIC_RELAXED) == 7);
  pthread_join(thread, NULL);
  assert(__atomic_exchange_n(&flag, 4, __ATOMIC_SEQ_CST) == 1);
  assert(__atomic_add_fetch(&flag, 2, __ATOMIC_SEQ_CST) == 6);
  assert(__atomic_fetch_nand(&flag, 3, __ATOMIC_SEQ_CST) == 6 && flag == ~2);
}
