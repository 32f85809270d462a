// Independent reads of independent writes: all threads agree on the order of two writes.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int x_then_y[2], y_then_x[2];

static void *write_x(void *arg) {
  atomic_store(&x, 1);
  return arg;
}

static void *write_y(void *arg) {
  atomic_store(&y, 1);
  return arg;
}

static void *read_x_y(void *arg) {
  x_then_y[0] = atomic_load(&x);
  x_then_y[1] = atomic_load(&y);
  return arg;
}

static void *read_y_x(void *arg) {
  y_then_x[0] = atomic_load(&y);
  y_then_x[1] = atomic_load(&x);
  return arg;
}

int main(void) {
  void *(*body[4])(void *) = {write_x, write_y, read_x_y, read_y_x};
  pthread_t thread[4];
  for (int i = 0; i < 4; i++) pthread_create(&thread[i], NULL, body[i], NULL);
  for (int i = 0; i < 4; i++) pthread_join(thread[i], NULL);
  assert(!(x_then_y[0] && !x_then_y[1] && y_then_x[0] && !y_then_x[1]));
}
