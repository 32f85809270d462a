// Two threads exchange the pointer for NULL: one of them frees the block.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic block;

static void *release(void *arg) {
  free(atomic_exchange(&block, NULL));
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
