// memcpy reads what another thread writes: a race inside the library call.
// verdict: error data-race
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <string.h>

static int source[4], target[4];

static void *writer(void *arg) {
  source[2] = 1;  // violation
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, writer, NULL);
  memcpy(target, source, sizeof target);  // violation
  pthread_join(thread, NULL);
}
