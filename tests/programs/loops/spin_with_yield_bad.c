// Yielding does not help when the flag is never set.
// verdict: error endless-loop
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int ready;

static void *worker(void *arg) {
  usleep(1);
  atomic_store(&ready, 0);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  while (!atomic_load(&ready)) sched_yield();  // violation
  pthread_join(thread, NULL);
}
