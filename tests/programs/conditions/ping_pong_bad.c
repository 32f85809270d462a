// Two threads take turns, but nobody is told that the turn has passed on.
// verdict: error deadlock
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t moved = PTHREAD_COND_INITIALIZER;
static int turn, moves;

static void *play(void *arg) {
  int me = (int)(intptr_t)arg;
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&mutex);
    while (turn != me) pthread_cond_wait(&moved, &mutex);  // violation
    assert(moves % 2 == me);
    moves++;
    turn = 1 - me;
    pthread_mutex_unlock(&mutex);
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, play, (void *)0);
  pthread_create(&b, NULL, play, (void *)1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(moves == 4);
}
