// trywait does not wait for the post.
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
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
  assert(sem_trywait(&ready) == 0);  // violation
  pthread_join(thread, NULL);
}
