// A value passed on from round to round through a barrier used again and again.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static pthread_barrier_t barrier;
static int value;

static void *worker(void *arg) {
  int me = (int)(intptr_t)arg;
  for (int round = 0; round < 3; round++) {
    if (round % 2 == me) value++;
    pthread_barrier_wait(&barrier);
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&a, NULL, worker, (void *)0);
  pthread_create(&b, NULL, worker, (void *)1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(value == 3);
}
