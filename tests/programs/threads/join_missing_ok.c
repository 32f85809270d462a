// A write of a thread may be read once the thread is joined.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>

static int result;

static void *worker(void *arg) {
  result = 42;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  assert(result == 42);
}
