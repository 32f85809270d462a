// Threads that serve each other for ever, and say that they get on.
// verdict: verified
// options: --errors +livelock
// SPDX-License-Identifier: Apache-2.0
#include <heddle/heddle.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t request, reply;

static void *serve(void *arg) {
  for (;;) {
    sem_wait(&request);
    heddle_progress();
    sem_post(&reply);
  }
  return arg;
}

int main(void) {
  pthread_t server;
  sem_init(&request, 0, 0);
  sem_init(&reply, 0, 0);
  pthread_create(&server, NULL, serve, NULL);
  for (;;) {
    sem_post(&request);
    sem_wait(&reply);
  }
}
