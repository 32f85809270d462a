// More threads alive at a time than allowed.
// verdict: error thread-limit
// options: --max-threads 4
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
  pthread_mutex_lock(&gate);
  pthread_mutex_unlock(&gate);
  return arg;
}

int main(void) {
  pthread_t thread[5];
  pthread_mutex_lock(&gate);
  for (int i = 0; i < 5; i++)
    pthread_create(&thread[i], NULL, worker, NULL);  // violation
  pthread_mutex_unlock(&gate);
  for (int i = 0; i < 5; i++) pthread_join(thread[i], NULL);
}
