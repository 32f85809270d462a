// A mutex inside a heap object guards that object.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct box {
  pthread_mutex_t mutex;
  int value;
};

static void *worker(void *arg) {
  struct box *box = arg;
  pthread_mutex_lock(&box->mutex);
  box->value++;
  pthread_mutex_unlock(&box->mutex);
  return NULL;
}

int main(void) {
  struct box *box = malloc(sizeof *box);
  pthread_t thread;
  pthread_mutex_init(&box->mutex, NULL);
  box->value = 0;
  pthread_create(&thread, NULL, worker, box);
  worker(box);
  pthread_join(thread, NULL);
  assert(box->value == 2);
  pthread_mutex_destroy(&box->mutex);
  free(box);
}
