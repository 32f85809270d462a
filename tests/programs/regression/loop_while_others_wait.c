// A thread that waits for a flag nobody will set, while all others wait for it, goes round in one transition for ever.
// verdict: error endless-loop
// options: --search dpor
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void *wait_for_flag(void *unused) {
  while (!atomic_load(&flag)) {  // violation
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, wait_for_flag, NULL);
  pthread_join(thread, NULL);
  return 0;
}
