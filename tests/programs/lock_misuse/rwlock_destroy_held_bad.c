// A read-write lock is destroyed while a reader holds it.
// verdict: error lock-misuse
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

int main(void) {
  pthread_rwlock_t lock;
  pthread_rwlock_init(&lock, NULL);
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_destroy(&lock);  // violation
}
