// One thread uses a pointer that another has not set yet.
// verdict: error null-pointer
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>

static int value = 1;
static int *_Atomic pointer;

static void *worker(void *arg) {
  pointer = &value;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  int seen = *pointer;  // violation
  pthread_join(thread, NULL);
  return seen != 1;
}
