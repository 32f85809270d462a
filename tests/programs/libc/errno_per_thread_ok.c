// Each thread has its own errno.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void *worker(void *arg) {
  errno = EINVAL;
  return arg;
}

int main(void) {
  pthread_t thread;
  errno = 0;
  pthread_create(&thread, NULL, worker, NULL);
  assert(errno == 0);
  pthread_join(thread, NULL);
  assert(errno == 0);
}
