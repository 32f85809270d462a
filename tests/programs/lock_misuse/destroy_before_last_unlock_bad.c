// Who knows that both others have been in the critical section does not know that both have left it.
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
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  if (hits == 2) pthread_mutex_destroy(&mutex);  // violation
  pthread_join(a, 0);
  pthread_join(b, 0);
}
