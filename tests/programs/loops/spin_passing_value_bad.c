// A spinning thread may miss a value that is there only for a moment.
// verdict: error endless-loop
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>

static atomic_int signal_level;

static void *pulse(void *arg) {
  atomic_store(&signal_level, 1);
  atomic_store(&signal_level, 0);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, pulse, NULL);
  while (!atomic_load(&signal_level)) {}  // violation
  pthread_join(thread, NULL);
}
