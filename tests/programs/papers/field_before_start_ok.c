// Paper 000, figure 1: T1 sets o.f, then starts T2 twice; T3 works on other objects.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>

static struct {
  int f;
} o;
static struct {
  int g, h;
} p = {1, 2};
static int printed[2], sum;

static void *t2(void *arg) {
  *(int *)arg = o.f;
  return NULL;
}

static void *t3(void *arg) {
  int y = p.g, z = p.h;
  sum = y + z;
  return arg;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&c, NULL, t3, NULL);
  o.f = 5;
  pthread_create(&a, NULL, t2, &printed[0]);
  pthread_create(&b, NULL, t2, &printed[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  assert(printed[0] == 5 && printed[1] == 5 && sum == 3);
}
