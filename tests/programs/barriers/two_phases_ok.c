// What a thread writes before the barrier, the other may read after it.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static pthread_barrier_t barrier;
static int cells[2];

static void *worker(void *arg) {
  int me = (int)(intptr_t)arg;
  cells[me] = 1;
  pthread_barrier_wait(&barrier);
  assert(cells[1 - me] == 1);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&a, NULL, worker, (void *)0);
  pthread_create(&b, NULL, worker, (void *)1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(pthread_barrier_destroy(&barrier) == 0);
}
