// string.h: lengths, comparisons, searches, copies and concatenation.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <string.h>

int main(void) {
  char buffer[32] = "warp";
  assert(strlen(buffer) == 4 && strnlen(buffer, 2) == 2);
  assert(strcmp("abc", "abd") < 0 && strncmp("abc", "abd", 2) == 0 && strcmp("b", "a") > 0);
  strcat(buffer, " and ");
  strncat(buffer, "weft!", 4);
  assert(strcmp(buffer, "warp and weft") == 0);
  assert(strchr(buffer, 'a') == buffer + 1 && strrchr(buffer, 'a') == buffer + 5);
  assert(strstr(buffer, "and") == buffer + 5 && strstr(buffer, "x") == NULL);
  assert(strspn(buffer, "awr") == 3 && strcspn(buffer, " ") == 4 && *strpbrk(buffer, "xe") == 'e');
  char padded[8];
  memset(padded, '#', sizeof padded);
  strncpy(padded, "ab", 4);
  assert(memcmp(padded, "ab\0\0####", 8) == 0 && memchr(padded, '#', 8) == padded + 4);
}
