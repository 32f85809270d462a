// A write through an old pointer after realloc moved or freed the block.
// verdict: error use-after-free
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>

int main(void) {
  int *old = malloc(4);
  int *grown = realloc(old, 4096);
  *old = 1;  // violation
  free(grown);
}
