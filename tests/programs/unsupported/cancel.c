// The cancellation of threads is refused.
// verdict: unsupported
// message: pthread_cancel
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

static void *worker(void *arg) { return arg; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_cancel(thread);
  pthread_join(thread, NULL);
}
