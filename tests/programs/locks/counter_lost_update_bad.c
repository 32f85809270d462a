// Without a mutex an increment is lost; the race itself is not looked for here.
// verdict: error assertion
// options: --errors=-data-race
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>

static int counter;

static void *increment(void *arg) {
  counter++;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, increment, NULL);
  pthread_create(&b, NULL, increment, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 2);  // violation
}
