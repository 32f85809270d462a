// 2+2W: the second write of each thread may be the last one to both variables.
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *left(void *arg) {
  atomic_store(&x, 1);
  atomic_store(&y, 2);
  return arg;
}

static void *right(void *arg) {
  atomic_store(&y, 1);
  atomic_store(&x, 2);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, left, NULL);
  pthread_create(&b, NULL, right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(!(x == 2 && y == 2));  // violation
}
