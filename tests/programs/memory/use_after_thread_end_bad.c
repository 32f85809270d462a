// A pointer into the stack of a thread that has ended.
// verdict: error use-after-return
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

static int *result;

static void *worker(void *arg) {
  int local = 3;
  result = &local;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return *result != 3;  // violation
}
