// Paper 004, figure 3: two independent transitions lead to one state in both orders.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>

static int a, b;

static void *write_a(void *arg) {
  a = 1;
  return arg;
}

static void *write_b(void *arg) {
  b = 1;
  return arg;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, NULL, write_a, NULL);
  pthread_create(&u, NULL, write_b, NULL);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  assert(a == 1 && b == 1);
}
