// Two threads write neighbouring bit-fields: one memory location, a race.
// verdict: error data-race
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

static struct {
  unsigned char low : 4;
  unsigned char high : 4;
} shared;

static void *write_low(void *arg) {
  shared.low = 1;  // violation
  return arg;
}

static void *write_high(void *arg) {
  shared.high = 2;  // violation
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, write_low, NULL);
  pthread_create(&b, NULL, write_high, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return shared.low + shared.high != 3;
}
