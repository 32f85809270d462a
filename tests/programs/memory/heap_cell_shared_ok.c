// A heap cell is handed from thread to thread under a mutex and freed by the last one.
// verdict: verified
// options: --errors +leak
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int *cell;

static void *worker(void *arg) {
  pthread_mutex_lock(&mutex);
  if (cell) {
    assert(*cell == 1);
    free(cell);
    cell = NULL;
  } else {
    cell = malloc(sizeof *cell);
    *cell = 1;
  }
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(cell == NULL);
}
