// The object is freed while a thread may still use it.
// verdict: error use-after-free
// options: --errors=-data-race
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>

static void *use(void *arg) {
  *(int *)arg = 1;  // violation
  return NULL;
}

int main(void) {
  pthread_t thread;
  int *object = malloc(sizeof *object);
  pthread_create(&thread, NULL, use, object);
  free(object);
  pthread_join(thread, NULL);
}
