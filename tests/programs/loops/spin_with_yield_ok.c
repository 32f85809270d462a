// A thread yields and sleeps until another one sets a flag.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int ready;

static void *worker(void *arg) {
  usleep(1);
  atomic_store(&ready, 1);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  while (!atomic_load(&ready)) sched_yield();
  pthread_join(thread, NULL);
}
