// realloc of a block that has been freed.
// verdict: error double-free
// flags: -Wno-free-nonheap-object
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>

int main(void) {
  char *text = malloc(8);
  free(text);
  text = realloc(text, 16);  // violation
  free(text);
}
