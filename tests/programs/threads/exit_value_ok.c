// pthread_exit ends the thread from a nested call, and its value reaches the joiner.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static int after;

static void leave(intptr_t value) { pthread_exit((void *)value); }

static void *worker(void *arg) {
  leave((intptr_t)arg + 1);
  after = 1;
  return NULL;
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, NULL, worker, (void *)4);
  pthread_join(thread, &result);
  assert((intptr_t)result == 5 && after == 0);
}
