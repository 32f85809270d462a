// The owner of a normal mutex locks it again and waits for itself.
// verdict: error deadlock
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void log_entry(void) {
  pthread_mutex_lock(&mutex);  // violation
  pthread_mutex_unlock(&mutex);
}

int main(void) {
  pthread_mutex_lock(&mutex);
  log_entry();
  pthread_mutex_unlock(&mutex);
}
