// Each thread waits for the other before it announces itself.
// verdict: error deadlock
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <semaphore.h>

static sem_t left_here, right_here;

static void *left(void *arg) {
  sem_wait(&right_here);  // violation
  sem_post(&left_here);
  return arg;
}

static void *right(void *arg) {
  sem_wait(&left_here);  // violation
  sem_post(&right_here);
  return arg;
}

int main(void) {
  pthread_t a, b;
  sem_init(&left_here, 0, 0);
  sem_init(&right_here, 0, 0);
  pthread_create(&a, NULL, left, NULL);
  pthread_create(&b, NULL, right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
