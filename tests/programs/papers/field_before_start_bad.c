// Paper 000, figure 1 with the write to o.f moved behind the start of T2.
// verdict: error data-race
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

static struct {
  int f;
} o;
static int printed[2];

static void *t2(void *arg) {
  *(int *)arg = o.f;  // violation
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, t2, &printed[0]);
  o.f = 5;  // violation
  pthread_create(&b, NULL, t2, &printed[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
