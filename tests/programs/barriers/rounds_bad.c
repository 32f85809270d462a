// One thread takes part in one round less: the other waits for ever at the barrier.
// verdict: error deadlock
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static pthread_barrier_t barrier;
static int value;

static void *worker(void *arg) {
  int me = (int)(intptr_t)arg;
  for (int round = 0; round < 3 - me; round++) {
    if (round % 2 == me) value++;
    pthread_barrier_wait(&barrier);  // violation
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
