// Main makes the post that a thread waits for before it joins the thread.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <semaphore.h>

static sem_t go;

static void *worker(void *arg) {
  sem_wait(&go);
  return arg;
}

int main(void) {
  pthread_t thread;
  sem_init(&go, 0, 0);
  pthread_create(&thread, NULL, worker, NULL);
  sem_post(&go);
  pthread_join(thread, NULL);
}
