// A one-slot buffer with semaphores for free and filled slots.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t empty, filled;
static int slot;

static void *produce(void *arg) {
  for (int i = 1; i <= 2; i++) {
    sem_wait(&empty);
    slot = i;
    sem_post(&filled);
  }
  return arg;
}

int main(void) {
  pthread_t producer;
  int sum = 0;
  sem_init(&empty, 0, 1);
  sem_init(&filled, 0, 0);
  pthread_create(&producer, NULL, produce, NULL);
  for (int i = 1; i <= 2; i++) {
    sem_wait(&filled);
    sum += slot;
    sem_post(&empty);
  }
  pthread_join(producer, NULL);
  assert(sum == 3);
}
