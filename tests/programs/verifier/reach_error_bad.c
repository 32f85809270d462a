// A call of reach_error that can be reached.
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>

extern void reach_error(void);
static atomic_int state = 1;

static void *worker(void *arg) {
  atomic_fetch_add(&state, 2);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  if (atomic_load(&state) == 3) reach_error();  // violation
  pthread_join(thread, NULL);
}
