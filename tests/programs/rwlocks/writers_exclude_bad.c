// Readers share: two threads that lock for reading may be inside together.
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int inside;

static void *visit(void *arg) {
  pthread_rwlock_rdlock(&lock);
  assert(atomic_fetch_add(&inside, 1) == 0);  // violation
  atomic_fetch_sub(&inside, 1);
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, visit, NULL);
  pthread_create(&b, NULL, visit, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
