// Two threads add each other's number twice: no interleaving exceeds the Fibonacci number 8.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int i = 1, j = 1;

static void *grow_i(void *arg) {
  for (int round = 0; round < 2; round++) atomic_store(&i, atomic_load(&i) + atomic_load(&j));
  return arg;
}

static void *grow_j(void *arg) {
  for (int round = 0; round < 2; round++) atomic_store(&j, atomic_load(&j) + atomic_load(&i));
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, grow_i, NULL);
  pthread_create(&b, NULL, grow_j, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(i <= 8 && j <= 8);
}
