// Each thread jumps within its own stack.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>

static void fail(jmp_buf where) { longjmp(where, 1); }

static void *worker(void *arg) {
  jmp_buf recover;
  if (setjmp(recover) == 0) {
    fail(recover);
    assert(0);
  }
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  worker(NULL);
  pthread_join(thread, NULL);
}
