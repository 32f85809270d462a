// A limit on the memory makes the verdict incomplete.
// verdict: incomplete
// skip hybrid: it needs no more than a few states
// options: --max-memory 64
// message: memory
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counters[4];

static void *count(void *arg) {
  atomic_int *counter = arg;
  for (int i = 0; i < 200; i++) atomic_fetch_add(counter, 1);
  return NULL;
}

int main(void) {
  pthread_t thread[4];
  for (int i = 0; i < 4; i++) pthread_create(&thread[i], NULL, count, &counters[i]);
  for (int i = 0; i < 4; i++) pthread_join(thread[i], NULL);
}
