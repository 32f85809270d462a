// An exit is a step of its own, also when the thread before it ended meanwhile (found by fuzzing).
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int steps;

static void *first(void *arg) {
  atomic_fetch_add(&steps, 1);
  return arg;
}

static void *second(void *arg) {
  assert(atomic_fetch_add(&steps, 1) != 2);  // violation
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, first, 0);
  atomic_fetch_add(&steps, 1);
  pthread_create(&thread, 0, second, 0);
}
