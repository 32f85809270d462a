// Paper 001, figure 1 repaired: the reader waits for a flag, so no wake-up is lost.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock1 = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond1 = PTHREAD_COND_INITIALIZER;
static int x, written;

static void *writer(void *arg) {
  x = 1;
  pthread_mutex_lock(&lock1);
  written = 1;
  pthread_cond_signal(&cond1);
  pthread_mutex_unlock(&lock1);
  return arg;
}

static void *reader(void *arg) {
  pthread_mutex_lock(&lock1);
  while (!written) pthread_cond_wait(&cond1, &lock1);
  pthread_mutex_unlock(&lock1);
  assert(x == 1);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, writer, NULL);
  pthread_create(&b, NULL, reader, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
