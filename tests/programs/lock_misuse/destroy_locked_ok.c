// A mutex is destroyed after it was unlocked.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

int main(void) {
  pthread_mutex_t mutex;
  pthread_mutex_init(&mutex, NULL);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_mutex_destroy(&mutex);
}
