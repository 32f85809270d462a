// A static local variable keeps its value between calls, also across threads.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>

static int next_number(void) {
  static int number = 100;
  return number++;
}

static void *worker(void *arg) {
  assert(next_number() == 101);
  return arg;
}

int main(void) {
  pthread_t thread;
  assert(next_number() == 100);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  assert(next_number() == 102);
}
