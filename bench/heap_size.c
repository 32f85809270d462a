// Three threads do a fixed amount of locking and atomic work while many live objects, which they
// never touch, exist.
//
// It shows whether the cost of a transition depends on the size of the state: the interleavings are
// the same for every EXTRA.
// Parameters: EXTRA (heap objects, allocated by main before the threads start and reachable from a
// global array), ROUNDS (0 leaves only the set-up), EXTRA_GLOBALS (touch_extra_globals() is in a
// second, generated file that defines the globals).
//
// SPDX-License-Identifier: Apache-2.0

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef EXTRA
#define EXTRA 10
#endif
#ifndef ROUNDS
#define ROUNDS 20
#endif
#define THREADS 3

struct node {
  struct node* previous;
  long payload[3];
};

static struct node* extra[EXTRA];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int under_lock;
static atomic_int without_lock;

#ifdef EXTRA_GLOBALS
void touch_extra_globals(void);
#endif

static void* worker(void* argument) {
  (void)argument;
  for (int round = 0; round < ROUNDS; ++round) {
    pthread_mutex_lock(&mutex);
    under_lock = under_lock + 1;
    pthread_mutex_unlock(&mutex);
    atomic_fetch_add(&without_lock, 1);
  }
  return 0;
}

static void allocate_extra(void) {
  for (int i = 0; i < EXTRA; ++i) {
    struct node* node = malloc(sizeof *node);
    node->previous = i > 0 ? extra[i - 1] : 0;
    node->payload[0] = i;
    extra[i] = node;
  }
}

int main(void) {
  pthread_t threads[THREADS];
  allocate_extra();
#ifdef EXTRA_GLOBALS
  touch_extra_globals();
#endif
  for (int i = 0; i < THREADS; ++i) pthread_create(&threads[i], 0, worker, 0);
  for (int i = 0; i < THREADS; ++i) pthread_join(threads[i], 0);
  return 0;
}
