// heddle's own atomic sections nest.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <heddle/heddle.h>
#include <pthread.h>

static int low, high;

static void *worker(void *arg) {
  heddle_atomic_begin();
  low++;
  heddle_atomic_begin();
  high++;
  heddle_atomic_end();
  low++;
  high++;
  heddle_atomic_end();
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  heddle_atomic_begin();
  heddle_assert(low == high && low % 2 == 0);
  heddle_atomic_end();
  pthread_join(thread, NULL);
}
