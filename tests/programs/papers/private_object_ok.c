// Paper 004, section 3.3: an object that only its thread can reach needs no scheduling choice.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *arg) {
  int *cells = calloc(8, sizeof *cells);
  for (int i = 1; i < 8; i++) cells[i] = cells[i - 1] + i;
  assert(cells[7] == 28);
  free(cells);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
