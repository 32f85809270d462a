// Two writers cannot meet at a barrier: the second never gets in.
// verdict: error deadlock
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t meeting;

static void *reader(void *arg) {
  pthread_rwlock_wrlock(&lock);  // violation
  pthread_barrier_wait(&meeting);  // violation
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_barrier_init(&meeting, NULL, 2);
  pthread_create(&thread, NULL, reader, NULL);
  reader(NULL);
  pthread_join(thread, NULL);
}
