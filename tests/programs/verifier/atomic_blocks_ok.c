// A thread that blocks inside an atomic section lets the others run.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <heddle/heddle.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t ready;

static void *worker(void *arg) {
  sem_post(&ready);
  return arg;
}

int main(void) {
  pthread_t thread;
  sem_init(&ready, 0, 0);
  pthread_create(&thread, NULL, worker, NULL);
  heddle_atomic_begin();
  sem_wait(&ready);
  heddle_atomic_end();
  pthread_join(thread, NULL);
}
