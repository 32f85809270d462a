// After an atomic section a thread runs on, for nobody else is concerned: the race with the section is told at its end.
// verdict: error data-race
// options: --keep-going
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdlib.h>

struct cell {
  int value;
  int other;
  struct cell *next;
};
static struct cell *root0;
static struct cell *result0;
static void *worker0(void *arg);
static void *worker2(void *arg);
static void *worker0(void *arg) {
  int a = 0;
  heddle_atomic_begin();
    a = root0->value == 2;  // violation
  heddle_atomic_end();
  result0->value = 3;
  result0->other++;
  (void)arg;
  return 0;
}
static void *worker2(void *arg) {
  root0->value += 2;
  (void)arg;
  return 0;
}
int main(void) {
  pthread_t handle0;
  pthread_t handle2;
  root0 = malloc(sizeof *root0);
  *root0 = (struct cell){0, 0, 0};
  result0 = calloc(1, sizeof *result0);
  pthread_create(&handle0, 0, worker0, 0);
  pthread_create(&handle2, 0, worker2, 0);
  pthread_join(handle0, 0);
  assert(result0->value == 3);
  result0->other += 2;
  pthread_join(handle2, 0);
  return 0;
}
