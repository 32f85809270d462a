// Any thread may join another: here a sibling joins, and main joins the sibling.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>

static pthread_t first;
static int value;

static void *produce(void *arg) {
  value = 1;
  return arg;
}

static void *follow(void *arg) {
  pthread_join(first, NULL);
  value += 1;
  return arg;
}

int main(void) {
  pthread_t second;
  pthread_create(&first, NULL, produce, NULL);
  pthread_create(&second, NULL, follow, NULL);
  pthread_join(second, NULL);
  assert(value == 2);
}
