// Paper 004, figure 4: a thread-local transition commutes with a whole sequence of another thread.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int steps;

static void *sequence(void *arg) {
  for (int i = 0; i < 4; i++) steps++;
  return arg;
}

int main(void) {
  pthread_t thread;
  int local[2] = {0, 0};
  pthread_create(&thread, NULL, sequence, NULL);
  for (int i = 0; i < 4; i++) local[i % 2]++;
  pthread_join(thread, NULL);
  assert(local[0] == 2 && local[1] == 2 && steps == 4);
}
