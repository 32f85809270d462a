// A local too large for the stack lies among the large blocks of the heap, where a block of the same size may lie as well: these are two states.
// verdict: error invalid-free
// SPDX-License-Identifier: Apache-2.0
#include <heddle/heddle.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

enum { LARGE = 200000 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sem_t ready;
static int count;

static void step(void) {
  pthread_mutex_lock(&mutex);
  ++count;
  pthread_mutex_unlock(&mutex);
}

static void *work(void *unused) {
  const unsigned is_local = heddle_choose(2);
  char *local = __builtin_alloca(is_local ? LARGE : 0);
  char *block = is_local ? local : malloc(LARGE);
  sem_post(&ready);
  step();
  free(block);  // violation
  return unused;
}

static void *other(void *unused) {
  sem_wait(&ready);
  step();
  return unused;
}

int main(void) {
  pthread_t threads[2];
  sem_init(&ready, 0, 0);
  pthread_create(&threads[0], 0, work, 0);
  pthread_create(&threads[1], 0, other, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  return 0;
}
