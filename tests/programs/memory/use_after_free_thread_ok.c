// The object is freed after the thread that uses it was joined.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>

static void *use(void *arg) {
  *(int *)arg = 1;
  return NULL;
}

int main(void) {
  pthread_t thread;
  int *object = malloc(sizeof *object);
  pthread_create(&thread, NULL, use, object);
  pthread_join(thread, NULL);
  free(object);
}
