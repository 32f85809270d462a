// Main joins a thread that waits for a post which main makes only after the join.
// verdict: error deadlock
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <semaphore.h>

static sem_t go;

static void *worker(void *arg) {
  sem_wait(&go);  // violation
  return arg;
}

int main(void) {
  pthread_t thread;
  sem_init(&go, 0, 0);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);  // violation
  sem_post(&go);
}
