// A bounded buffer under one mutex and two condition variables: waits, signals with a choice of the
// waiter, plain accesses under a lock.
//
// A consumer checks that the slot it takes is filled. Every producer makes ITEMS items; the
// consumers share them evenly.
// Parameters: PRODUCERS, CONSUMERS, ITEMS, CAPACITY; BROKEN tests the condition with `if` and so
// trusts a stolen wake-up.
//
// SPDX-License-Identifier: Apache-2.0

#include <assert.h>
#include <pthread.h>
#include <stdint.h>

#ifndef PRODUCERS
#define PRODUCERS 2
#endif
#ifndef CONSUMERS
#define CONSUMERS 2
#endif
#ifndef ITEMS
#define ITEMS 2
#endif
#ifndef CAPACITY
#define CAPACITY 1
#endif
#if PRODUCERS * ITEMS % CONSUMERS
#error "CONSUMERS must divide PRODUCERS * ITEMS"
#endif
#define TAKES (PRODUCERS * ITEMS / CONSUMERS)

#ifdef BROKEN
#define WAIT_WHILE if
#else
#define WAIT_WHILE while
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static int buffer[CAPACITY];
static int head, tail, count;

static void put(int item) {
  pthread_mutex_lock(&mutex);
  WAIT_WHILE(count == CAPACITY) pthread_cond_wait(&not_full, &mutex);
  int slot = tail;
  buffer[slot] = item;
  tail = (slot + 1) % CAPACITY;
  count = count + 1;
  pthread_cond_signal(&not_empty);
  pthread_mutex_unlock(&mutex);
}

static int take(void) {
  pthread_mutex_lock(&mutex);
  WAIT_WHILE(count == 0) pthread_cond_wait(&not_empty, &mutex);
  int slot = head;
  int item = buffer[slot];
  assert(item != 0);
  buffer[slot] = 0;
  head = (slot + 1) % CAPACITY;
  count = count - 1;
  pthread_cond_signal(&not_full);
  pthread_mutex_unlock(&mutex);
  return item;
}

static void* producer(void* argument) {
  for (int i = 0; i < ITEMS; ++i) put(1 + (int)(intptr_t)argument);
  return 0;
}

static void* consumer(void* argument) {
  (void)argument;
  for (int i = 0; i < TAKES; ++i) take();
  return 0;
}

int main(void) {
  pthread_t threads[PRODUCERS + CONSUMERS];
  for (int i = 0; i < PRODUCERS; ++i) pthread_create(&threads[i], 0, producer, (void*)(intptr_t)i);
  for (int i = 0; i < CONSUMERS; ++i) pthread_create(&threads[PRODUCERS + i], 0, consumer, 0);
  for (int i = 0; i < PRODUCERS + CONSUMERS; ++i) pthread_join(threads[i], 0);
  return 0;
}
