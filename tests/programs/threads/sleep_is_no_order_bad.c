// Sleeping does not order threads: the longer sleeper may still come first.
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int ready;

static void *worker(void *arg) {
  usleep(10);
  atomic_store(&ready, 1);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  sleep(1);
  assert(atomic_load(&ready) == 1);  // violation
  pthread_join(thread, NULL);
}
