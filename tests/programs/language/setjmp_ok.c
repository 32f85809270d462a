// longjmp returns through several calls to setjmp, with its value.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <setjmp.h>

static jmp_buf escape;

static void descend(int depth) {
  if (depth == 0) longjmp(escape, 3);
  descend(depth - 1);
}

int main(void) {
  volatile int tries = 0;
  int code = setjmp(escape);
  tries++;
  if (code == 0) descend(4);
  assert(code == 3 && tries == 2);
}
