// Paper 000, section 3.1 with one thread less: i stays below 4.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 3 };
static atomic_int i;

static void *up_and_down(void *arg) {
  i++;
  i--;
  return arg;
}

static void *check(void *arg) {
  assert(i < 4);
  return arg;
}

int main(void) {
  pthread_t thread[THREADS + 1];
  for (int n = 0; n < THREADS; n++) pthread_create(&thread[n], NULL, up_and_down, NULL);
  pthread_create(&thread[THREADS], NULL, check, NULL);
  for (int n = 0; n <= THREADS; n++) pthread_join(thread[n], NULL);
}
