// A call of reach_error that cannot be reached.
// verdict: verified
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
  if (atomic_load(&state) == 2) reach_error();
  pthread_join(thread, NULL);
}
