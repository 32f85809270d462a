// A thread that spins for ever is cut off when main returns.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>

static atomic_int never;

static void *spin(void *arg) {
  while (!atomic_load(&never)) {}
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, spin, NULL);
  return 0;
}
