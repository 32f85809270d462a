// With --keep-going errors of different kinds are reported side by side.
// verdict: error assertion, deadlock
// options: --keep-going
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t sem;
static atomic_int flag;

static void *worker(void *arg) {
  if (atomic_load(&flag))
    sem_wait(&sem);  // violation
  else
    assert(atomic_load(&flag));  // violation
  return arg;
}

int main(void) {
  pthread_t thread;
  sem_init(&sem, 0, 0);
  pthread_create(&thread, NULL, worker, NULL);
  atomic_store(&flag, 1);
  pthread_join(thread, NULL);
}
