// Two atomic sections are not one: the counter may change in between.
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int counter;

static void *increment(void *arg) {
  __VERIFIER_atomic_begin();
  int seen = counter;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  counter = seen + 1;
  __VERIFIER_atomic_end();
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, increment, NULL);
  pthread_create(&b, NULL, increment, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 2);  // violation
}
