// Paper 004, section 6: a field written after its object has escaped is not immutable.
// verdict: error data-race
// options: --errors=-assertion
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
  if (e) assert(e->index == 7);  // violation
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  struct employee *e = malloc(sizeof *e);
  list = e;
  e->index = 7;  // violation
  pthread_join(thread, NULL);
  free(e);
}
