// A local that no other thread was given can still be changed by one with a pointer to a local of an earlier call.
// verdict: error assertion
// surprises hybrid: the analyses take a pointer to lead to what it was made for
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int *known;
static atomic_int is_gone;

static void publish(void) {
  atomic_int local = 0;
  known = &local;
}

static int value_of(const atomic_int *variable) { return atomic_load(variable); }

static void compute(pthread_t thread) {
  atomic_int local = 1;
  atomic_store(&is_gone, 1);
  assert(value_of(&local) == 1);  // violation
  pthread_join(thread, 0);
}

static void *write_late(void *arg) {
  atomic_int *stale = known;
  if (atomic_load(&is_gone)) atomic_store(stale, 2);
  return arg;
}

int main(void) {
  publish();
  pthread_t thread;
  pthread_create(&thread, 0, write_late, 0);
  compute(thread);
}
