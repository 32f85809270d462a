// A function with cleanups returns instead of ending its thread.
// verdict: error assertion
// flags: -fexceptions
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char order[8];

static void note(void *letter) { strcat(order, letter); }
static void note_variable(char *letter) { strncat(order, letter, 1); }

static void leave(void *result) {
  char last __attribute__((cleanup(note_variable))) = 'c';
  (void)result;
}

static void *worker(void *argument) {
  char first __attribute__((cleanup(note_variable))) = 'a';
  pthread_cleanup_push(note, "b");
  leave(argument);
  strcat(order, "x");
  pthread_cleanup_pop(0);
  return NULL;
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, NULL, worker, order);
  pthread_join(thread, &result);
  assert(strcmp(order, "cba") == 0 && result == order);  // violation
}
