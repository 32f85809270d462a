// The thread whose decrement reaches zero frees the object.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int references = 2;
static int *object;

static void *drop(void *arg) {
  if (atomic_fetch_sub(&references, 1) == 1) free(object);
  return arg;
}

int main(void) {
  pthread_t a, b;
  object = malloc(sizeof *object);
  pthread_create(&a, NULL, drop, NULL);
  pthread_create(&b, NULL, drop, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
