// A detached thread may still be running when main returns: nothing waits for it.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>

static atomic_int progress;

static void *worker(void *arg) {
  atomic_fetch_add(&progress, 1);
  atomic_fetch_add(&progress, 1);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_detach(thread);
  return atomic_load(&progress) > 2;
}
