// A jump leaves a function whose code behind the call never returns.
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdlib.h>

static jmp_buf back;
static atomic_int x;
static sem_t ready;

static void leave(void) {
  sem_wait(&ready);
  longjmp(back, 1);
}

static void middle(void) {
  leave();
  abort();
}

static void *other(void *argument) {
  if (setjmp(back) == 0)
    middle();
  else
    x = 1;
  return argument;
}

int main(void) {
  pthread_t thread;
  sem_init(&ready, 0, 0);
  pthread_create(&thread, 0, other, 0);
  sem_post(&ready);
  x = 2;
  assert(x == 2);  // violation
  pthread_join(thread, 0);
  return 0;
}
