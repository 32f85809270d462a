// A thread that chooses for ever, without anything that others could notice, keeps nobody from running.
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *choose(void *argument) {
  for (;;) heddle_choose(2);
  return argument;
}

static void *fail(void *argument) {
  atomic_store(&x, 1);
  assert(atomic_load(&x) == 0);  // violation
  return argument;
}

int main(void) {
  pthread_t chooser, failing;
  pthread_create(&chooser, 0, choose, 0);
  pthread_create(&failing, 0, fail, 0);
  return atomic_load(&x);
}
