// memmove with overlap in both directions, strdup, strndup and strtok_r.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char text[] = "0123456789";
  memmove(text + 2, text, 5);
  assert(strcmp(text, "0101234789") == 0);
  memmove(text, text + 2, 5);
  assert(strcmp(text, "0123434789") == 0);
  char *copy = strdup("a,b;;c"), *rest;
  char *part = strndup(copy, 3);
  assert(strcmp(part, "a,b") == 0);
  assert(strcmp(strtok_r(copy, ",;", &rest), "a") == 0);
  assert(strcmp(strtok_r(NULL, ",;", &rest), "b") == 0);
  assert(strcmp(strtok_r(NULL, ",;", &rest), "c") == 0);
  assert(strtok_r(NULL, ",;", &rest) == NULL);
  free(part);
  free(copy);
}
