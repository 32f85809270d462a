// A detached thread is joined.
// verdict: error lock-misuse
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

static void *worker(void *arg) { return arg; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_detach(thread);
  pthread_join(thread, NULL);  // violation
}
