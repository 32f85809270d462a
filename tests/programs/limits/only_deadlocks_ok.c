// Only what was asked for is an error: a race is none when deadlocks are looked for.
// verdict: verified
// options: --errors deadlock
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

static int counter;

static void *worker(void *arg) {
  counter++;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
