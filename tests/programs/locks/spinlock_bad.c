// An access outside the spinlock races with the one inside.
// verdict: error data-race
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

static pthread_spinlock_t lock;
static int counter;

static void *worker(void *arg) {
  pthread_spin_lock(&lock);
  counter++;  // violation
  pthread_spin_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&thread, NULL, worker, NULL);
  counter++;  // violation
  pthread_join(thread, NULL);
  pthread_spin_destroy(&lock);
}
