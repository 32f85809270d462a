// Many threads one after the other stay within a limit on threads alive at a time.
// verdict: verified
// options: --max-threads 4
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>

static int runs;

static void *worker(void *arg) {
  runs++;
  return arg;
}

int main(void) {
  for (int i = 0; i < 10; i++) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
  }
  assert(runs == 10);
}
