// Whole numbers: their arithmetic, and reading them from text.
//
// long and long long are the same on the machine we model, so one reader serves them all. The text
// is read one character at a time, as the program would read it.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

#include "builtins.h"

_Static_assert(sizeof(long) == sizeof(long long), "one reader serves both");

struct number {
  unsigned long magnitude;
  int is_negative;
  int overflows;
  const char *end;  // the text itself if it holds no number
};

static int is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// The digit's value; a number no base reaches if it is none.
static int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
  return INT_MAX;
}

// Skips 0x where the base allows it and a digit follows; says which base to read in.
static int skip_prefix(const char **text, int base) {
  if ((base != 0 && base != 16) || **text != '0') return base == 0 ? 10 : base;
  const char second = (*text)[1];
  if ((second == 'x' || second == 'X') && digit_of((*text)[2]) < 16) {
    *text += 2;
    return 16;
  }
  return base == 0 ? 8 : base;
}

static struct number read_number(const char *text, int base) {
  struct number number = {.end = text};
  const char *place = text;
  while (is_space(*place)) ++place;
  const char sign = *place;
  number.is_negative = sign == '-';
  if (sign == '-' || sign == '+') ++place;
  base = skip_prefix(&place, base);
  for (int digit; (digit = digit_of(*place)) < base; number.end = ++place) {
    if (__builtin_mul_overflow(number.magnitude, (unsigned long)base, &number.magnitude) ||
        __builtin_add_overflow(number.magnitude, (unsigned long)digit, &number.magnitude))
      number.overflows = 1;
  }
  return number;
}

static int is_base(int base) {
  if (base == 0 || (base >= 2 && base <= 36)) return 1;
  errno = EINVAL;
  return 0;
}

long strtol(const char *restrict text, char **restrict end, int base) {
  if (!is_base(base)) return 0;
  const struct number number = read_number(text, base);
  if (end != NULL) *end = (char *)number.end;
  const unsigned long limit = (unsigned long)LONG_MAX + (number.is_negative ? 1 : 0);
  if (number.overflows || number.magnitude > limit) {
    errno = ERANGE;
    return number.is_negative ? LONG_MIN : LONG_MAX;
  }
  return (long)(number.is_negative ? -number.magnitude : number.magnitude);
}

unsigned long strtoul(const char *restrict text, char **restrict end, int base) {
  if (!is_base(base)) return 0;
  const struct number number = read_number(text, base);
  if (end != NULL) *end = (char *)number.end;
  if (number.overflows) {
    errno = ERANGE;
    return ULONG_MAX;
  }
  return number.is_negative ? -number.magnitude : number.magnitude;
}

long long strtoll(const char *restrict text, char **restrict end, int base) {
  return strtol(text, end, base);
}

unsigned long long strtoull(const char *restrict text, char **restrict end, int base) {
  return strtoul(text, end, base);
}

intmax_t strtoimax(const char *restrict text, char **restrict end, int base) {
  return strtol(text, end, base);
}

uintmax_t strtoumax(const char *restrict text, char **restrict end, int base) {
  return strtoul(text, end, base);
}

long atol(const char *text) { return strtol(text, NULL, 10); }
long long atoll(const char *text) { return strtol(text, NULL, 10); }
int atoi(const char *text) { return (int)strtol(text, NULL, 10); }

int abs(int value) { return value < 0 ? -value : value; }
long labs(long value) { return value < 0 ? -value : value; }
long long llabs(long long value) { return value < 0 ? -value : value; }
intmax_t imaxabs(intmax_t value) { return value < 0 ? -value : value; }

div_t div(int dividend, int divisor) { return (div_t){dividend / divisor, dividend % divisor}; }

ldiv_t ldiv(long dividend, long divisor) {
  return (ldiv_t){dividend / divisor, dividend % divisor};
}

lldiv_t lldiv(long long dividend, long long divisor) {
  return (lldiv_t){dividend / divisor, dividend % divisor};
}

imaxdiv_t imaxdiv(intmax_t dividend, intmax_t divisor) {
  return (imaxdiv_t){dividend / divisor, dividend % divisor};
}
