// WRC: a write seen by a second thread is seen by whoever sees that thread's later write.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *writer(void *arg) {
  atomic_store(&x, 1);
  return arg;
}

static void *forwarder(void *arg) {
  if (atomic_load(&x)) atomic_store(&y, 1);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, writer, NULL);
  pthread_create(&b, NULL, forwarder, NULL);
  if (atomic_load(&y)) assert(atomic_load(&x) == 1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
