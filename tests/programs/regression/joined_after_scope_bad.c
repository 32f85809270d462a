// A thread uses a local variable of a function that joins another thread first, then returns, and only
// later the user: looking ahead to that last join must not hide that the variable ends before it.
// verdict: error use-after-return
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

static pthread_t user;

static void *use(void *place) {
  *(int *)place = 1;  // violation
  return NULL;
}

static void *idle(void *arg) { return arg; }

static void start(void) {
  int local = 0;
  pthread_t other;
  pthread_create(&user, NULL, use, &local);
  pthread_create(&other, NULL, idle, NULL);
  pthread_join(other, NULL);
}

int main(void) {
  start();
  pthread_join(user, NULL);
}
