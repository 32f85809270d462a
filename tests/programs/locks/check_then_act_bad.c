// The check and the act are in two critical sections: no race, but the money is spent twice.
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int balance = 10;

static void *withdraw(void *arg) {
  pthread_mutex_lock(&mutex);
  int enough = balance >= 10;
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&mutex);
  if (enough) balance -= 10;
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, withdraw, NULL);
  pthread_create(&b, NULL, withdraw, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(balance >= 0);  // violation
}
