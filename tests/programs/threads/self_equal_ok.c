// pthread_self tells threads apart and agrees with the identifier that pthread_create gave.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>

static pthread_t seen;

static void *worker(void *arg) {
  seen = pthread_self();
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  assert(pthread_equal(seen, thread));
  assert(!pthread_equal(seen, pthread_self()));
}
