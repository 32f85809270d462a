// Store buffering: under sequential consistency at least one thread sees the other's write.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int seen_x, seen_y;

static void *left(void *arg) {
  atomic_store(&x, 1);
  seen_y = atomic_load(&y);
  return arg;
}

static void *right(void *arg) {
  atomic_store(&y, 1);
  seen_x = atomic_load(&x);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, left, NULL);
  pthread_create(&b, NULL, right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(seen_x + seen_y >= 1);
}
