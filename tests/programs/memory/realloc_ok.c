// realloc moves what fits.
// verdict: verified
// flags: -Wno-free-nonheap-object
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *text = malloc(8);
  memcpy(text, "1234567", 8);
  text = realloc(text, 16);
  assert(strcmp(text, "1234567") == 0);
  text = realloc(text, 3);
  assert(memcmp(text, "123", 3) == 0);
  free(text);
}
