// Paper 000, section 3.4.3: a thread uses what another thread may not have initialised yet.
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int initialised;

static void *initialise(void *arg) {
  initialised = 1;
  return arg;
}

static void *use(void *arg) {
  assert(initialised);  // violation
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, initialise, NULL);
  pthread_create(&b, NULL, use, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
