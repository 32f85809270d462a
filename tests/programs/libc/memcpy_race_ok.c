// memcpy reads next to what another thread writes.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <string.h>

static int source[4], target[4];

static void *writer(void *arg) {
  source[2] = 1;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, writer, NULL);
  memcpy(target, source, 2 * sizeof target[0]);
  pthread_join(thread, NULL);
}
