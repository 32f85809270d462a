// Each thread guards the variable with a mutex of its own: no exclusion, a race.
// verdict: error data-race
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutexes[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int balance;

static void *deposit(void *arg) {
  pthread_mutex_lock(arg);
  balance += 10;  // violation
  pthread_mutex_unlock(arg);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, deposit, &mutexes[0]);
  pthread_create(&b, NULL, deposit, &mutexes[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
