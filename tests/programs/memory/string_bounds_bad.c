// No room for the zero at the end of the string.
// verdict: error out-of-bounds
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

int main(void) {
  const char *name = "heddle";
  char *copy = malloc(strlen(name));
  strcpy(copy, name);  // violation
  free(copy);
}
