// exit called by any thread ends the process: main never returns from its wait.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t never;

static void *worker(void *arg) {
  (void)arg;
  exit(0);
}

int main(void) {
  pthread_t thread;
  sem_init(&never, 0, 0);
  pthread_create(&thread, NULL, worker, NULL);
  sem_wait(&never);
}
