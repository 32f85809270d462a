// A bounded buffer under one pthread mutex with two condition variables, one producer and two
// consumers: waits, signals with a choice of the waiter, plain accesses under a lock.
//
// The C half of a pair; condition.cpp is the same program with std::condition_variable.
// Parameter: SIZE (items of the producer and, halved, of each consumer; even).
//
// SPDX-License-Identifier: Apache-2.0

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef SIZE
#define SIZE 10
#endif
#define CAPACITY 2

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t has_room = PTHREAD_COND_INITIALIZER;
static pthread_cond_t has_items = PTHREAD_COND_INITIALIZER;
static int items[CAPACITY];
static size_t head, count;

static void put(int item) {
  pthread_mutex_lock(&mutex);
  while (count == CAPACITY) pthread_cond_wait(&has_room, &mutex);
  items[(head + count) % CAPACITY] = item;
  ++count;
  pthread_cond_signal(&has_items);
  pthread_mutex_unlock(&mutex);
}

static int take(void) {
  pthread_mutex_lock(&mutex);
  while (count == 0) pthread_cond_wait(&has_items, &mutex);
  int item = items[head];
  head = (head + 1) % CAPACITY;
  --count;
  pthread_cond_signal(&has_room);
  pthread_mutex_unlock(&mutex);
  return item;
}

static void* produce(void* unused) {
  for (int i = 0; i < SIZE; ++i) put(1);
  return unused;
}

static void* consume(void* unused) {
  for (int i = 0; i < SIZE / 2; ++i) {
    int item = take();
    assert(item == 1);
  }
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, produce, NULL);
  pthread_create(&threads[1], NULL, consume, NULL);
  pthread_create(&threads[2], NULL, consume, NULL);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], NULL);
  return 0;
}
