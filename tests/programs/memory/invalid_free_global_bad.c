// free of a global variable.
// verdict: error invalid-free
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>

static int global;

static void release(void *block) {
  free(block);  // violation
}

int main(void) { release(&global); }
