// free of an address inside a block.
// verdict: error invalid-free
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>

int main(void) {
  char *text = malloc(8);
  text += 1;
  free(text);  // violation
}
