// Paper 001, figure 2d: the read of o.f comes after the join of the thread that writes it.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>

static struct {
  int f;
} o;

static void *current(void *arg) {
  o.f = 1;
  return arg;
}

static void *joiner(void *arg) {
  pthread_join(*(pthread_t *)arg, NULL);
  assert(o.f == 1);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, current, NULL);
  pthread_create(&b, NULL, joiner, &a);
  pthread_join(b, NULL);
}
