// No other thread runs between __VERIFIER_atomic_begin and __VERIFIER_atomic_end.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int counter;

static void *increment(void *arg) {
  __VERIFIER_atomic_begin();
  counter++;
  __VERIFIER_atomic_end();
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, increment, NULL);
  pthread_create(&b, NULL, increment, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 2);
}
