// Paper 003, figure 3: all concurrent statements: create, join, init, lock, unlock, destroy.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m;
static int y;

static void *p(void *arg) {
  int x;
  pthread_mutex_lock(&m);
  x = y;
  if (x == 0)
    y = 1;
  else
    while (y < 5) y = y + 1;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t, u;
  pthread_mutex_init(&m, NULL);
  pthread_create(&t, NULL, p, NULL);
  pthread_create(&u, NULL, p, NULL);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  pthread_mutex_destroy(&m);
  assert(y == 5);
}
