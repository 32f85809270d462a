// Every block is freed before the program ends.
// verdict: verified
// options: --errors +leak
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>

int main(void) {
  int *block = malloc(sizeof *block);
  *block = 1;
  free(block);
}
