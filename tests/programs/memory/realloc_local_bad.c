// realloc of a local variable.
// verdict: error invalid-free
// flags: -Wno-free-nonheap-object
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>

int main(void) {
  char local[8] = "text";
  char *volatile text = local;
  text = realloc(text, 16);  // violation
  free(text);
}
