// A thread polls under a mutex for what another thread does.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void *worker(void *arg) {
  pthread_mutex_lock(&mutex);
  done = 1;
  pthread_mutex_unlock(&mutex);
  return arg;
}

static int is_done(void) {
  pthread_mutex_lock(&mutex);
  int result = done;
  pthread_mutex_unlock(&mutex);
  return result;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  while (!is_done()) {}
  pthread_join(thread, NULL);
}
