// The same block is freed twice.
// verdict: error double-free
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>

static void release(int *block) {
  free(block);  // violation
}

int main(void) {
  int *block = malloc(sizeof *block);
  release(block);
  release(block);
}
