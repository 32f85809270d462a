// What comes behind an assumption that does not hold never happens, and who waits for that is no deadlock.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_assume(int condition);

static atomic_int written;

static void *writer(void *unused) {
  __VERIFIER_assume(written == 1);
  written = 2;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  assert(written == 0);
  pthread_join(thread, 0);
  assert(0);
}
