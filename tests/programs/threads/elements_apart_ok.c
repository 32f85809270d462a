// Two threads write different elements of an array.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

static int cells[2];

static void *fill(void *arg) {
  *(int *)arg = 1;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, fill, &cells[0]);
  pthread_create(&b, NULL, fill, &cells[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return cells[0] + cells[1] != 2;
}
