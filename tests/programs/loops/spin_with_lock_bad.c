// A thread polls under a mutex for something that nobody does.
// verdict: error endless-loop
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int done;

static int is_done(void) {
  pthread_mutex_lock(&mutex);    // violation
  int result = done;             // violation
  pthread_mutex_unlock(&mutex);  // violation
  return result;                 // violation
}

int main(void) {
  while (!is_done()) {}  // violation
}
