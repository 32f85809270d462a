// ctype.h over all characters of the C locale.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <ctype.h>

int main(void) {
  int digits = 0, letters = 0, spaces = 0, marks = 0;
  for (int c = 0; c < 128; c++) {
    digits += isdigit(c) != 0;
    letters += isalpha(c) != 0;
    spaces += isspace(c) != 0;
    marks += ispunct(c) != 0;
    assert(!isupper(c) || tolower(c) == c + 32);
    assert(!islower(c) || toupper(c) == c - 32);
  }
  assert(digits == 10 && letters == 52 && spaces == 6 && marks == 32);
  assert(isxdigit('F') && !isxdigit('g') && isalnum('7') && iscntrl('\n') && isprint(' '));
}
