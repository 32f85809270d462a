// A lost wake-up: the signal comes after the consumer has looked and before it waits; then nobody wakes it.
//
// lost_wakeup_ok.c differs in one line: it looks again, with the lock held, before it waits.
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool ready;

static bool is_ready(void) {
  pthread_mutex_lock(&lock);
  bool result = ready;
  pthread_mutex_unlock(&lock);
  return result;
}

static void *producer(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  ready = true;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void *consumer(void *unused) {
  (void)unused;
  if (!is_ready()) {
    pthread_mutex_lock(&lock);
    pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, producer, NULL);
  pthread_create(&threads[1], NULL, consumer, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
