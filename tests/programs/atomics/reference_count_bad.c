// Decrementing and looking are two steps: both threads see zero and free the object.
// verdict: error double-free
// options: --errors=-data-race
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int references = 2;
static int *object;

static void *drop(void *arg) {
  atomic_fetch_sub(&references, 1);
  if (atomic_load(&references) == 0) free(object);  // violation
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
