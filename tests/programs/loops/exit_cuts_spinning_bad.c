// When main leaves by pthread_exit, the thread that spins for ever is alone.
// verdict: error endless-loop
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>

static atomic_int never;

static void *spin(void *arg) {
  while (!atomic_load(&never)) {}  // violation
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, spin, NULL);
  pthread_exit(NULL);
}
