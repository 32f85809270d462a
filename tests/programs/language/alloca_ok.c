// alloca gives memory that lives until the function returns.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <alloca.h>
#include <assert.h>
#include <string.h>

static int reversed_equals(const char *text) {
  size_t length = strlen(text);
  char *copy = alloca(length + 1);
  for (size_t i = 0; i < length; i++) copy[i] = text[length - 1 - i];
  copy[length] = '\0';
  return strcmp(copy, text) == 0;
}

int main(void) { assert(reversed_equals("level") && !reversed_equals("loom")); }
