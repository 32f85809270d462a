// pthread_join hands over the value that the thread returned.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static void *square(void *arg) {
  intptr_t n = (intptr_t)arg;
  return (void *)(n * n);
}

int main(void) {
  pthread_t thread;
  void *result;
  assert(pthread_create(&thread, NULL, square, (void *)7) == 0);
  assert(pthread_join(thread, &result) == 0);
  assert((intptr_t)result == 49);
}
