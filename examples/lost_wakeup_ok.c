// Waiting for a condition as it should be: looked at with the lock held, right before the wait and after it.
//
// The corrected twin of lost_wakeup_bad.c.
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
    while (!ready) pthread_cond_wait(&changed, &lock);
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
