// A limit on the number of states makes the verdict incomplete.
// verdict: incomplete
// skip hybrid: it needs no more than a few states
// options: --max-states 100
// message: states
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>

static atomic_int left, right;

static void *count(void *arg) {
  atomic_int *counter = arg;
  for (int i = 0; i < 50; i++) atomic_fetch_add(counter, 1);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, count, &left);
  count(&right);
  pthread_join(thread, NULL);
}
