// realloc of an address inside a block.
// verdict: error invalid-free
// flags: -Wno-free-nonheap-object
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>

int main(void) {
  char *text = malloc(8);
  text = realloc(text + 1, 16);  // violation
  free(text);
}
