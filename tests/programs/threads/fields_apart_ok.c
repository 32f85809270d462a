// Two threads write different members of one struct: different places, no race.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

static struct {
  unsigned char low;
  unsigned char high;
} shared;

static void *write_low(void *arg) {
  shared.low = 1;
  return arg;
}

static void *write_high(void *arg) {
  shared.high = 2;
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
