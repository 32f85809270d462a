// Each thread gets the loop counter's address, and reads it while main counts on.
// verdict: error data-race, use-after-return
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdint.h>

static void *worker(void *arg) {
  return (void *)*(intptr_t *)arg;  // violation
}

int main(void) {
  pthread_t thread[2];
  for (intptr_t i = 0; i < 2; i++)  // violation
    pthread_create(&thread[i], NULL, worker, &i);
  for (int i = 0; i < 2; i++) pthread_join(thread[i], NULL);
}
