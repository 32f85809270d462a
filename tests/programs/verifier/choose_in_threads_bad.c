// Two threads choose on their own: both may choose the largest value.
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sum;

static void *worker(void *arg) {
  atomic_fetch_add(&sum, heddle_choose(3));
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  heddle_assert(sum < 4);  // violation
}
