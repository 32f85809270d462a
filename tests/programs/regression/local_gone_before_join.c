// A thread uses a local variable of a function that returns before it joins the thread.
// verdict: error use-after-return
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

static pthread_t first, second;

static void *use(void *variable) {
  *(int *)variable = 1;  // violation
  return 0;
}

static void *idle(void *argument) { return argument; }

static void start(void) {
  int local = 0;
  pthread_create(&first, 0, use, &local);
  pthread_create(&second, 0, idle, 0);
  pthread_join(second, 0);
}

int main(void) {
  start();
  pthread_join(first, 0);
  return 0;
}
