// Paper 004, section 6: a field written only before its object escapes may be read without a lock.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct employee {
  long index;
};

static struct employee *_Atomic list;

static void *worker(void *arg) {
  struct employee *e = list;
  if (e) assert(e->index == 7);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  struct employee *e = malloc(sizeof *e);
  e->index = 7;
  list = e;
  pthread_join(thread, NULL);
  free(e);
}
