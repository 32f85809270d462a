// A write under the read lock races with a reader.
// verdict: error data-race
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock;
static int low, high;

static void *writer(void *arg) {
  pthread_rwlock_rdlock(&lock);
  low = 1;  // violation
  high = 1;  // violation
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_rwlock_init(&lock, NULL);
  pthread_create(&thread, NULL, writer, NULL);
  pthread_rwlock_rdlock(&lock);
  int seen = low + high;  // violation
  pthread_rwlock_unlock(&lock);
  pthread_join(thread, NULL);
  assert(seen <= 2);
  assert(pthread_rwlock_destroy(&lock) == 0);
}
