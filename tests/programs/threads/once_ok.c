// pthread_once runs the initialiser once, and nobody returns from it before that is done.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int calls, value;

static void init(void) {
  calls++;
  value = 42;
}

static void *worker(void *arg) {
  pthread_once(&once, init);
  assert(value == 42);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(calls == 1);
}
