// ++ on an _Atomic variable is one atomic step.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>

static _Atomic int counter;

static void *worker(void *arg) {
  counter++;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  counter++;
  pthread_join(thread, NULL);
  assert(counter == 2);
}
