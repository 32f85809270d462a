// The pointer is cleared after free; freeing a null pointer does nothing.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>

int main(void) {
  int *block = malloc(sizeof *block);
  free(block);
  block = NULL;
  free(block);
}
