// _Atomic of other types: compound assignment to a double, a bool, a short and a pointer.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic double sum;
static _Atomic short small = 1;
static atomic_bool done;
static int cells[4];
static int *_Atomic cursor = cells;

static void *worker(void *arg) {
  sum += 0.5;
  small *= 3;
  cursor++;
  done = 1;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  sum += 0.25;
  small *= 5;
  cursor++;
  pthread_join(thread, NULL);
  assert(sum == 0.75 && small == 15 && cursor == cells + 2 && done);
}
