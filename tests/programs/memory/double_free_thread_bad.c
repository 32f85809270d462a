// Two threads both find the block still there and free it.
// verdict: error double-free
// options: --errors=-data-race
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic block;

static void *release(void *arg) {
  int *mine = block;
  if (mine) {
    block = NULL;
    free(mine);  // violation
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  block = malloc(sizeof(int));
  pthread_create(&a, NULL, release, NULL);
  pthread_create(&b, NULL, release, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
