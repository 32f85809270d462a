// glibc's static initialisers for recursive and errorcheck mutexes.
// verdict: verified
// flags: -D_GNU_SOURCE
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t errorcheck = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;

int main(void) {
  assert(pthread_mutex_lock(&recursive) == 0);
  assert(pthread_mutex_lock(&recursive) == 0);
  assert(pthread_mutex_unlock(&recursive) == 0);
  assert(pthread_mutex_unlock(&recursive) == 0);
  assert(pthread_mutex_lock(&errorcheck) == 0);
  assert(pthread_mutex_lock(&errorcheck) == EDEADLK);
  assert(pthread_mutex_unlock(&errorcheck) == 0);
}
