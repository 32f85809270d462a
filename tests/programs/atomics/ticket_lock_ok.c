// A ticket lock serves threads in the order of their tickets.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint next_ticket, serving;
static int counter;

static void *worker(void *arg) {
  unsigned mine = atomic_fetch_add(&next_ticket, 1);
  while (atomic_load(&serving) != mine) {
  }
  counter++;
  atomic_fetch_add(&serving, 1);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  worker(NULL);
  pthread_join(thread, NULL);
  assert(counter == 2);
}
