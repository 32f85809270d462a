// Reading floating-point numbers from text: strtod and its relatives.
//
// The host converts, but it must not look at the program's memory behind the scheduler's back. So
// the extent of the number is found here, character by character, and a private copy is converted.
//
// The host knows only double. long double is computed here where one exact operation suffices, and
// refused otherwise; float is rounded from the same, or else from the host's double.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "builtins.h"

// 10 to the power of 27 is the last that a long double, with its 64 bits, holds exactly.
enum { LARGEST_EXACT_POWER = 27, LARGEST_BINARY_SHIFT = 16000 };

enum form { NO_NUMBER, DECIMAL, HEXADECIMAL, INFINITE, NOT_A_NUMBER };

struct text_number {
  enum form form;
  int is_negative;
  int is_exact;            // magnitude and exponent say all there is
  int is_zero;
  unsigned long magnitude; // the digits without the point
  long exponent;           // of 10, or of 2 if hexadecimal
  const char *start;       // after spaces, at the sign
  const char *end;
};

static int is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
static int is_digit(char c) { return c >= '0' && c <= '9'; }
static int is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

static int digit_of(char c, int base) {
  if (is_digit(c)) return c - '0';
  if (base == 16 && c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (base == 16 && c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// Reads digits with at most one point among them; returns how many digits there were.
static size_t read_digits(struct text_number *number, const char *place, int base) {
  const long weight = base == 16 ? 4 : 1;
  size_t count = 0;
  int seen_point = 0;
  for (;; ++place) {
    const char c = *place;
    const int digit = digit_of(c, base);
    if (digit < 0 && (c != '.' || seen_point)) break;
    if (digit < 0) {
      seen_point = 1;
      continue;
    }
    ++count;
    if (digit != 0) number->is_zero = 0;
    unsigned long longer;
    if (number->is_exact &&
        !__builtin_mul_overflow(number->magnitude, (unsigned long)base, &longer) &&
        !__builtin_add_overflow(longer, (unsigned long)digit, &longer)) {
      number->magnitude = longer;
      if (seen_point) number->exponent -= weight;
    } else {
      number->is_exact = 0;
    }
  }
  number->end = place;
  return count;
}

// The exponent counts only if it has digits; otherwise the number ends before its letter.
static void read_exponent(struct text_number *number) {
  const char letter = number->form == HEXADECIMAL ? 'p' : 'e';
  const char *place = number->end;
  if ((*place | ('a' - 'A')) != letter) return;
  const char sign = *++place;
  if (sign == '-' || sign == '+') ++place;
  if (!is_digit(*place)) return;
  long exponent = 0;
  for (char c; is_digit(c = *place); ++place)
    if (exponent < INT_MAX) exponent = exponent * 10 + (c - '0');
  number->exponent += sign == '-' ? -exponent : exponent;
  number->end = place;
}

static const char *after_word(const char *place, const char *word) {
  for (; *word != '\0'; ++place, ++word)
    if ((*place | ('a' - 'A')) != *word) return NULL;
  return place;
}

static void read_word(struct text_number *number, const char *place) {
  const char *after = after_word(place, "inf");
  if (after != NULL) {
    const char *whole = after_word(place, "infinity");
    number->form = INFINITE;
    number->end = whole != NULL ? whole : after;
    return;
  }
  after = after_word(place, "nan");
  if (after == NULL) return;
  number->form = NOT_A_NUMBER;
  number->end = after;
  if (*after++ != '(') return;
  for (char c; is_digit(c = *after) || is_letter(c) || c == '_';) ++after;
  if (*after == ')') number->end = after + 1;
}

static struct text_number read_number(const char *text) {
  struct text_number number = {.end = text, .is_exact = 1, .is_zero = 1};
  const char *place = text;
  while (is_space(*place)) ++place;
  number.start = place;
  const char sign = *place;
  number.is_negative = sign == '-';
  if (sign == '-' || sign == '+') ++place;
  if (*place == '0' && (place[1] | ('a' - 'A')) == 'x') {
    number.form = HEXADECIMAL;
    if (read_digits(&number, place + 2, 16) == 0) {
      // Only the zero belongs to the number.
      number.form = DECIMAL;
      number.end = place + 1;
      return number;
    }
  } else if (read_digits(&number, place, 10) > 0) {
    number.form = DECIMAL;
  } else {
    number.end = text;
    read_word(&number, place);
    return number;
  }
  read_exponent(&number);
  return number;
}

static long double power(long double base, long exponent) {
  long double result = 1;
  for (; exponent > 0; exponent /= 2, base *= base)
    if (exponent % 2 != 0) result *= base;
  return result;
}

// Whether one correctly rounded operation on exact operands gives the number.
static int is_within_reach(const struct text_number *number) {
  if (number->form == INFINITE || number->form == NOT_A_NUMBER || number->is_zero) return 1;
  if (!number->is_exact) return 0;
  const long limit = number->form == DECIMAL ? LARGEST_EXACT_POWER : LARGEST_BINARY_SHIFT;
  return number->exponent >= -limit && number->exponent <= limit;
}

static long double value_within_reach(const struct text_number *number) {
  long double value = (long double)number->magnitude;
  if (number->form == INFINITE) value = (long double)INFINITY;
  if (number->form == NOT_A_NUMBER) value = (long double)NAN;
  if (number->magnitude != 0 && (number->form == DECIMAL || number->form == HEXADECIMAL)) {
    const long double scale = power(number->form == DECIMAL ? 10 : 2, labs(number->exponent));
    value = number->exponent < 0 ? value / scale : value * scale;
  }
  return number->is_negative ? -value : value;
}

static double value_by_host(const struct text_number *number) {
  const size_t length = (size_t)(number->end - number->start);
  char copy[length + 1];
  __builtin_memcpy(copy, number->start, length);
  copy[length] = '\0';
  size_t used = 0;
  return __heddle_parse_double(copy, &used);
}

// A result that is too large, or too small to be precise, is reported; exact small ones are not.
static void note_range(const struct text_number *number, double value, double smallest) {
  if (number->form != DECIMAL && number->form != HEXADECIMAL) return;
  const double size = value < 0 ? -value : value;
  const int is_too_small = size < smallest && !number->is_zero;
  if (is_too_small && is_within_reach(number) && value_within_reach(number) == value) return;
  if (is_too_small || size == (double)INFINITY) errno = ERANGE;
}

static struct text_number start_reading(const char *text, char **end) {
  const struct text_number number = read_number(text);
  if (end != NULL) *end = (char *)number.end;
  return number;
}

double strtod(const char *restrict text, char **restrict end) {
  const struct text_number number = start_reading(text, end);
  if (number.form == NO_NUMBER) return 0;
  const double value = value_by_host(&number);
  note_range(&number, value, DBL_MIN);
  return value;
}

float strtof(const char *restrict text, char **restrict end) {
  const struct text_number number = start_reading(text, end);
  if (number.form == NO_NUMBER) return 0;
  const float value =
      is_within_reach(&number) ? (float)value_within_reach(&number) : (float)value_by_host(&number);
  note_range(&number, value, FLT_MIN);
  return value;
}

long double strtold(const char *restrict text, char **restrict end) {
  const struct text_number number = start_reading(text, end);
  if (number.form == NO_NUMBER) return 0;
  if (!is_within_reach(&number))
    __heddle_unsupported("strtold: a number of more than 64 bits, or with an exponent beyond 27");
  return value_within_reach(&number);
}

double atof(const char *text) { return strtod(text, NULL); }
