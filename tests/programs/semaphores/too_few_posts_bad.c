// Two threads wait for a semaphore that is posted once.
// verdict: error deadlock
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <semaphore.h>

static sem_t sem;

static void *worker(void *arg) {
  sem_wait(&sem);  // violation
  return arg;
}

int main(void) {
  pthread_t a, b;
  sem_init(&sem, 0, 0);
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  sem_post(&sem);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
