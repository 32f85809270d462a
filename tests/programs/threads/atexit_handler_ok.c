// An atexit handler runs after the thread it looks at was joined.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>

static int result, copy;

static void *worker(void *arg) {
  result = 1;
  return arg;
}

static void at_exit(void) {
  copy = result;
}

int main(void) {
  pthread_t thread;
  atexit(at_exit);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
}
