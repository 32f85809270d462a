// Paper 001, figure 2b: both threads access o.f while they hold L.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static struct {
  int f;
} o;
static int v;

static void *current(void *arg) {
  pthread_mutex_lock(&l);
  o.f = 1;
  pthread_mutex_unlock(&l);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, current, NULL);
  pthread_mutex_t *mine = &l;
  pthread_mutex_lock(mine);
  v = o.f;
  pthread_mutex_unlock(mine);
  pthread_join(thread, NULL);
  pthread_mutex_destroy(&other);
}
