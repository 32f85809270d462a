// A write of a thread races with a read that does not wait for the thread.
// verdict: error data-race
// options: --errors=-assertion
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>

static int result;

static void *worker(void *arg) {
  result = 42;  // violation
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_detach(thread);
  assert(result == 42);  // violation
}
