// Each thread gets the loop counter's value.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdint.h>

static void *worker(void *arg) { return arg; }

int main(void) {
  pthread_t thread[2];
  for (intptr_t i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, worker, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(thread[i], NULL);
}
