// ctype.h: every character, through the functions and through the tables of the macros.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "testing.h"

#include <ctype.h>
#include <limits.h>

MODEL(__ctype_b_loc);
MODEL(__ctype_tolower_loc);
MODEL(__ctype_toupper_loc);

#define EACH_FUNCTION(of)                                                                         \
  of(isalnum) of(isalpha) of(isblank) of(iscntrl) of(isdigit) of(isgraph) of(islower) of(isprint) \
      of(ispunct) of(isspace) of(isupper) of(isxdigit) of(isascii)
#define DECLARE(name) MODEL(name);
EACH_FUNCTION(DECLARE)
MODEL(tolower);
MODEL(toupper);
MODEL(toascii);

static void test_classes(void) {
#define COMPARE(name) CHECK(!model_##name(c) == !(name)(c), "character %d", c);
  for (int c = CHAR_MIN; c <= UCHAR_MAX; ++c) {
    EACH_FUNCTION(COMPARE)
  }
}

static void test_conversions(void) {
  const int more[] = {INT_MIN, -129, 256, 1000, INT_MAX};
  for (int i = CHAR_MIN; i <= UCHAR_MAX + 5; ++i) {
    const int c = i <= UCHAR_MAX ? i : more[i - UCHAR_MAX - 1];
    CHECK(model_tolower(c) == (tolower)(c), "character %d", c);
    CHECK(model_toupper(c) == (toupper)(c), "character %d", c);
    CHECK(model_toascii(c) == (toascii)(c), "character %d", c);
  }
}

static void test_tables(void) {
  for (int c = CHAR_MIN; c <= UCHAR_MAX; ++c) {
    CHECK((*model___ctype_b_loc())[c] == (*__ctype_b_loc())[c], "character %d", c);
    CHECK((*model___ctype_tolower_loc())[c] == (*__ctype_tolower_loc())[c], "character %d", c);
    CHECK((*model___ctype_toupper_loc())[c] == (*__ctype_toupper_loc())[c], "character %d", c);
  }
}

int main(void) {
  RUN(test_classes);
  RUN(test_conversions);
  RUN(test_tables);
  return tests_result();
}
