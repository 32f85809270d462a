// Paper 004, figure 8: a calls b calls c; what c's other callers access later is not c's business.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int by_b, by_d, in_c;

static void c(void) {
  pthread_mutex_lock(&mutex);
  in_c++;
  pthread_mutex_unlock(&mutex);
}

static void b(void) {
  c();
  by_b++;
}

static void *a(void *arg) {
  b();
  return arg;
}

static void *d(void *arg) {
  c();
  by_d++;
  return arg;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, NULL, a, NULL);
  pthread_create(&u, NULL, d, NULL);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  assert(in_c == 2 && by_b == 1 && by_d == 1);
}
