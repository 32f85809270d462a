// Without a mutex the increments of two threads race.
// verdict: error data-race
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

static int counter;

static void *increment(void *arg) {
  counter++;  // violation
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, increment, NULL);
  pthread_create(&b, NULL, increment, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
