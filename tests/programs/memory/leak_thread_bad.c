// When both threads put their block into the same place, one block is lost.
// verdict: error leak
// options: --errors +leak
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static void *_Atomic place;

static void *worker(void *arg) {
  void *block = malloc(16);  // violation
  if (place == NULL)
    place = block;
  else
    free(block);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  free(place);
}
