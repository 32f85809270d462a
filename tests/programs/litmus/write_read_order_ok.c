// R: if the second thread's write to y comes last, its read sees the first thread's write to x.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int seen_x;

static void *left(void *arg) {
  atomic_store(&x, 1);
  atomic_store(&y, 1);
  return arg;
}

static void *right(void *arg) {
  atomic_store(&y, 2);
  seen_x = atomic_load(&x);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, left, NULL);
  pthread_create(&b, NULL, right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(y != 2 || seen_x == 1);
}
