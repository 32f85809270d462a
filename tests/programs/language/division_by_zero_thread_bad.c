// One thread divides by a value that another one resets.
// verdict: error division-by-zero
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>

static atomic_int divisor = 2;

static void *reset(void *arg) {
  divisor = 0;
  return arg;
}

int main(void) {
  pthread_t thread;
  int result = 0;
  pthread_create(&thread, NULL, reset, NULL);
  if (divisor != 0)
    result = 10 / divisor;  // violation
  pthread_join(thread, NULL);
  return result > 5;
}
