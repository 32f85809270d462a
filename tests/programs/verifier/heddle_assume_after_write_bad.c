// The same with heddle's own function: others may see what was done before the execution ends.
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int written;

static void *writer(void *unused) {
  written = 1;
  heddle_assume(0);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  assert(written == 0);  // violation
}
