// A thread writes through a pointer into main's stack while main waits for it.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>

static void *fill(void *arg) {
  int *cells = arg;
  for (int i = 0; i < 3; i++) cells[i] = i;
  return NULL;
}

int main(void) {
  pthread_t thread;
  int cells[3] = {0};
  pthread_create(&thread, NULL, fill, cells);
  pthread_join(thread, NULL);
  assert(cells[0] + cells[1] + cells[2] == 3);
}
