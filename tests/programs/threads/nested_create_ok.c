// A thread creates and joins a thread of its own.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>

static int depth;

static void *spawn(void *arg) {
  pthread_t child;
  if (++depth < 3) {
    pthread_create(&child, NULL, spawn, NULL);
    pthread_join(child, NULL);
  }
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, spawn, NULL);
  pthread_join(thread, NULL);
  assert(depth == 3);
}
