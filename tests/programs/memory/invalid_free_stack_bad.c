// free of a variable on the stack.
// verdict: error invalid-free
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>

static void release(void *block) {
  free(block);  // violation
}

int main(void) {
  int local = 1;
  release(&local);
  return local != 1;
}
