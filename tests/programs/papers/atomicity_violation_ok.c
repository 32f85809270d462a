// Paper 000, section 3.4.2 with all three threads guarded.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void *guarded(void *arg) {
  pthread_mutex_lock(&mutex);
  shared++;
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t thread[3];
  for (int i = 0; i < 3; i++) pthread_create(&thread[i], NULL, guarded, NULL);
  for (int i = 0; i < 3; i++) pthread_join(thread[i], NULL);
  assert(shared == 3);
}
