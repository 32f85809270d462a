// The only pointer to a block is overwritten.
// verdict: error leak
// options: --errors +leak
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>

int main(void) {
  int *block = malloc(sizeof *block);  // violation
  *block = 1;
  block = NULL;
  free(block);
}
