// A loop that never ends is at the same place for the search and for the replay, which look at a thread at different times.
// verdict: error endless-loop
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>

enum { CAPACITY = 2, ITEMS = 3 };

struct queue {
  pthread_mutex_t mutex;
  pthread_cond_t not_empty, not_full;
  int buffer[CAPACITY];
  int head, count;
};

static void put(struct queue *queue, int value) {
  pthread_mutex_lock(&queue->mutex);
  while (queue->count == CAPACITY)  // violation
    queue->buffer[(queue->head + queue->count) % CAPACITY] = value;  // violation
  queue->count++;
  pthread_cond_signal(&queue->not_empty);
  pthread_mutex_unlock(&queue->mutex);
}

static int get(struct queue *queue) {
  pthread_mutex_lock(&queue->mutex);
  while (queue->count == 0) pthread_cond_wait(&queue->not_empty, &queue->mutex);
  int value = queue->buffer[queue->head];
  queue->head = (queue->head + 1) % CAPACITY;
  queue->count--;
  pthread_cond_signal(&queue->not_full);
  pthread_mutex_unlock(&queue->mutex);
  return value;
}

static struct queue queue = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER, {0}, 0, 0};

static void *producer(void *unused) {
  for (int k = 1; k <= ITEMS; k++) put(&queue, k);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, producer, 0);
  int sum = 0;
  for (int k = 1; k <= ITEMS; k++) sum += get(&queue);
  pthread_join(thread, 0);
  assert(sum == 6);
  return 0;
}
