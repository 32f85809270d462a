// The same with threads that nobody waits for.
// verdict: error lock-misuse
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int hits;

static void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  hits++;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_attr_t detached;
  pthread_attr_init(&detached);
  pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
  pthread_create(&a, &detached, worker, 0);
  pthread_create(&b, &detached, worker, 0);
  if (hits == 2) pthread_mutex_destroy(&mutex);  // violation
}
