// Paper 000, section 3.4.1 with the third thread's locks in the common order.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER,
                       c = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t *const pairs[3][2] = {{&a, &b}, {&b, &c}, {&a, &c}};

static void *worker(void *arg) {
  pthread_mutex_t *const *pair = arg;
  pthread_mutex_lock(pair[0]);
  pthread_mutex_lock(pair[1]);
  pthread_mutex_unlock(pair[1]);
  pthread_mutex_unlock(pair[0]);
  return NULL;
}

int main(void) {
  pthread_t thread[3];
  for (int i = 0; i < 3; i++) pthread_create(&thread[i], NULL, worker, (void *)pairs[i]);
  for (int i = 0; i < 3; i++) pthread_join(thread[i], NULL);
}
