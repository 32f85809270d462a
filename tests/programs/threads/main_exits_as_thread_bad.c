// When main leaves by pthread_exit, the other threads go on, here to a wrong assertion.
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int main_done;

static void *worker(void *arg) {
  assert(atomic_load(&main_done) == 0);  // violation
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  atomic_store(&main_done, 1);
  pthread_exit(NULL);
}
