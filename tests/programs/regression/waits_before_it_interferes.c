// The signal comes too late or in time: to come in time, a thread that goes round in a loop must first be let out of it.
// verdict: error deadlock, assertion
// options: --search dpor --keep-going
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void *set_flag(void *unused) {
  atomic_store(&flag, 1);
  return unused;
}

static void *wait_for_signal(void *unused) {
  while (!atomic_load(&flag)) {
  }
  pthread_mutex_lock(&mutex);
  pthread_cond_wait(&condition, &mutex);  // violation
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, set_flag, NULL);
  pthread_create(&threads[1], NULL, wait_for_signal, NULL);
  pthread_cond_signal(&condition);
  pthread_join(threads[1], NULL);
  pthread_join(threads[0], NULL);
  assert(0);  // violation
}
