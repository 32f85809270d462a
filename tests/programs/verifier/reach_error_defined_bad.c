// A competition program brings its own reach_error, made of an assertion.
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

void reach_error(void);
void reach_error(void) { assert(0); }  // violation

static atomic_int x;

static void *worker(void *arg) {
  x = 1;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  __VERIFIER_atomic_begin();
  int seen = x;
  __VERIFIER_atomic_end();
  if (seen) reach_error();
  pthread_join(thread, NULL);
}
