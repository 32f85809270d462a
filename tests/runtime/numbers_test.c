// Numbers: all short texts over the characters that matter, and the texts at the limits.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "testing.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>

MODEL(strtol);
MODEL(strtoul);
MODEL(strtoll);
MODEL(strtoull);
MODEL(strtoimax);
MODEL(strtoumax);
MODEL(atoi);
MODEL(atol);
MODEL(atoll);
MODEL(atof);
MODEL(strtod);
MODEL(strtof);
MODEL(strtold);
MODEL(abs);
MODEL(labs);
MODEL(llabs);
MODEL(imaxabs);
MODEL(div);
MODEL(ldiv);
MODEL(lldiv);
MODEL(imaxdiv);

// Value, end and errno must agree; both start from the same.
#define SAME(type, is_same, function, text, ...)                                            \
  do {                                                                                      \
    char *model_end = (char *)(text), *library_end = (char *)(text);                        \
    errno = 0;                                                                              \
    const type model = model_##function(text, &model_end __VA_OPT__(, ) __VA_ARGS__);       \
    const int model_errno = errno;                                                          \
    errno = 0;                                                                              \
    const type library = function(text, &library_end __VA_OPT__(, ) __VA_ARGS__);           \
    CHECK(is_same(model, library), "%s(\"%s\")", #function, text);                          \
    CHECK(model_end == library_end, "%s(\"%s\") up to \"%s\"", #function, text, model_end); \
    CHECK(model_errno == errno, "%s(\"%s\"): %d", #function, text, model_errno);            \
  } while (0)
#define EQUAL(a, b) ((a) == (b))

static void compare_integers(const char *text, int base) {
  SAME(long, EQUAL, strtol, text, base);
  SAME(unsigned long, EQUAL, strtoul, text, base);
}

static const char *const limits[] = {"2147483647",
                                     "2147483648",
                                     "-2147483648",
                                     "-2147483649",
                                     "4294967295",
                                     "4294967296",
                                     "9223372036854775807",
                                     "9223372036854775808",
                                     "-9223372036854775808",
                                     "-9223372036854775809",
                                     "18446744073709551615",
                                     "18446744073709551616",
                                     "-18446744073709551615",
                                     "-18446744073709551616",
                                     "99999999999999999999999",
                                     "-99999999999999999999999",
                                     "0xffffffffffffffff",
                                     "0x10000000000000000",
                                     "-0x8000000000000000",
                                     "01777777777777777777777",
                                     "02000000000000000000000",
                                     " \t\n\v\f\r42",
                                     "000",
                                     "zz",
                                     "1Z",
                                     "0b11",
                                     "\xa0"
                                     "1",
                                     "1_000"};

static void test_integers_at_the_limits(void) {
  for (size_t i = 0; i < sizeof limits / sizeof limits[0]; ++i) {
    char *text = exact(limits[i]);
    for (int base = 2; base <= 36; ++base) compare_integers(text, base);
    compare_integers(text, 0);
    SAME(long long, EQUAL, strtoll, text, 10);
    SAME(unsigned long long, EQUAL, strtoull, text, 10);
    SAME(intmax_t, EQUAL, strtoimax, text, 0);
    SAME(uintmax_t, EQUAL, strtoumax, text, 0);
    CHECK(model_atoi(text) == atoi(text), "\"%s\"", text);
    CHECK(model_atol(text) == atol(text), "\"%s\"", text);
    CHECK(model_atoll(text) == atoll(text), "\"%s\"", text);
    CHECK(model_strtol(text, NULL, 0) == strtol(text, NULL, 0), "without an end");
    free(text);
  }
}

static void test_impossible_bases(void) {
  const int bases[] = {INT_MIN, -1, 1, 37, INT_MAX};
  for (int i = 0; i < 5; ++i) {
    char *end = NULL;
    errno = 0;
    CHECK(model_strtol("1", &end, bases[i]) == 0 && errno == EINVAL, "base %d", bases[i]);
    errno = 0;
    CHECK(model_strtoul("1", &end, bases[i]) == 0 && errno == EINVAL, "base %d", bases[i]);
    CHECK(end == NULL, "the end is left alone, as in glibc");
  }
}

// Calls `use` for every text of up to `longest` characters of the alphabet.
static void each_text(const char *alphabet, int longest, void (*use)(const char *)) {
  const int letters = (int)strlen(alphabet);
  for (int length = 0, variants = 1; length <= longest; ++length, variants *= letters)
    for (int variant = 0; variant < variants; ++variant) {
      char *text = malloc((size_t)length + 1);
      for (int i = 0, rest = variant; i < length; ++i, rest /= letters)
        text[i] = alphabet[rest % letters];
      text[length] = '\0';
      use(text);
      free(text);
    }
}

static void compare_in_bases(const char *text) {
  const int bases[] = {0, 2, 8, 10, 16, 36};
  for (int i = 0; i < 6; ++i) compare_integers(text, bases[i]);
}

static void test_integers(void) { each_text(" +-01x8g", 5, compare_in_bases); }

// NaN is not equal to itself, and the zeros are equal although they differ.
static int is_same_double(double a, double b) {
  return isnan(a) ? isnan(b) && signbit(a) == signbit(b) : a == b && signbit(a) == signbit(b);
}

static int is_same_long_double(long double a, long double b) {
  return isnan(a) ? isnan(b) && signbit(a) == signbit(b) : a == b && signbit(a) == signbit(b);
}

// What strtold cannot compute exactly it must refuse: a nearby value would be a guess.
static void compare_long_doubles(const char *text) {
  refused = NULL;
  if (setjmp(refusal) == 0) SAME(long double, is_same_long_double, strtold, text);
}

static void compare_floats(const char *text) {
  SAME(double, is_same_double, strtod, text);
  SAME(float, is_same_double, strtof, text);
  compare_long_doubles(text);
  CHECK(is_same_double(model_atof(text), atof(text)), "\"%s\"", text);
}

static void test_floats(void) {
  each_text("+-0.1ex", 5, compare_floats);
  each_text("0xXpPa1.-", 5, compare_floats);
}

static void test_words(void) {
  const char *const words[] = {"inf",       "-INF",    "infinity", "infinit", "InFiNiTyx",
                               "in",        "nan",     "-nan",     "NaN()",   "nan(",
                               "nan(12_a)", "nan(1 )", "na",       " +inf"};
  for (size_t i = 0; i < sizeof words / sizeof words[0]; ++i) {
    char *text = exact(words[i]);
    compare_floats(text);
    free(text);
  }
}

static void test_precision(void) {
  const char *const texts[] = {"0.1",
                               "3.14159265358979323",
                               "123456789012345678",
                               "2.5e-5",
                               "1e27",
                               "1e-27",
                               "-7.25e10",
                               "0x1.8p3",
                               "0x.8p-2",
                               "0x1.fffffffffffffp1023",
                               "0x1p-1074",
                               "0x1p-1075",
                               "0x1p-149",
                               "0x1p-150",
                               "0x1.000001p0",
                               "0x1p1024",
                               "0x1p128",
                               "0x123456789abcdef.8p-70",
                               "16777217",
                               "0.1e+1",
                               "1e",
                               "1e+",
                               "0.0000000000000000000000001",
                               "9007199254740993",
                               "0e999999999999"};
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i) {
    char *text = exact(texts[i]);
    compare_floats(text);
    CHECK(refused == NULL, "strtold(\"%s\")", text);
    free(text);
  }
}

static void test_doubles_at_the_limits(void) {
  const char *const texts[] = {"1.7976931348623157e308",
                               "1.7976931348623159e308",
                               "1e400",
                               "-1e400",
                               "2.2250738585072014e-308",
                               "2.2250738585072009e-308",
                               "4.9406564584124654e-324",
                               "1e-400",
                               "-1e-400",
                               "1e99999999999999999999",
                               "1e-99999999999999999999",
                               "123456789012345678901234567890.12345678901234567890e-5"};
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i) {
    char *text = exact(texts[i]);
    SAME(double, is_same_double, strtod, text);
    SAME(float, is_same_double, strtof, text);
    free(text);
  }
}

static void test_long_doubles_at_the_limits(void) {
  const char *const texts[] = {"1e28",
                               "1e-28",
                               "1e4000",
                               "123456789012345678901",
                               "0x1p-16445",
                               "1234567890123456789e28",
                               "1234567890123456789e-29",
                               "9876543210987654321e-33",
                               "7e-45"};
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i) compare_long_doubles(texts[i]);
}

static void test_arithmetic(void) {
  const int values[] = {0, 1, -1, 7, -7, 12345, INT_MAX, -INT_MAX};
  for (int i = 0; i < 8; ++i) {
    const int value = values[i];
    const long wide = value * 4000000000L;
    CHECK(model_abs(value) == abs(value), "%d", value);
    CHECK(model_labs(wide) == labs(wide), "%ld", wide);
    CHECK(model_llabs(wide) == llabs(wide), "%ld", wide);
    CHECK(model_imaxabs(wide) == imaxabs(wide), "%ld", wide);
    for (int j = 1; j < 8; ++j) {
      const int by = values[j];
      const div_t quotient = model_div(value, by);
      CHECK(quotient.quot == value / by && quotient.rem == value % by, "%d / %d", value, by);
      const ldiv_t long_quotient = model_ldiv(wide, by);
      CHECK(long_quotient.quot == wide / by && long_quotient.rem == wide % by, "%ld / %d", wide,
            by);
      const lldiv_t longer = model_lldiv(wide, by);
      CHECK(longer.quot == wide / by && longer.rem == wide % by, "%ld / %d", wide, by);
      const imaxdiv_t largest = model_imaxdiv(wide, by);
      CHECK(largest.quot == wide / by && largest.rem == wide % by, "%ld / %d", wide, by);
    }
  }
}

int main(void) {
  RUN(test_integers);
  RUN(test_integers_at_the_limits);
  RUN(test_impossible_bases);
  RUN(test_floats);
  RUN(test_words);
  RUN(test_precision);
  RUN(test_doubles_at_the_limits);
  RUN(test_long_doubles_at_the_limits);
  RUN(test_arithmetic);
  return tests_result();
}
