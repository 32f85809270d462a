// Paper 000, section 3.1 with plain increments: an update that is lost leaves i above zero.
// verdict: error assertion
// options: --errors=-data-race
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>

static int i;

static void *up_and_down(void *arg) {
  i++;
  i--;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, up_and_down, NULL);
  pthread_create(&b, NULL, up_and_down, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(i == 0);  // violation
}
