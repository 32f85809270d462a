// Reads the conversions of printf: flags, width, precision and size.
// SPDX-License-Identifier: Apache-2.0
#include <limits.h>

#include "format.h"

static HEDDLE_INVISIBLE const char *parse_flags(const char *at, unsigned *flags) {
  for (;; ++at) switch (*at) {
      case '-': *flags |= LEFT; break;
      case '+': *flags |= PLUS; break;
      case ' ': *flags |= SPACE; break;
      case '#': *flags |= ALTERNATE; break;
      case '0': *flags |= ZERO; break;
      case '\'': break;  // the C locale does not group digits
      default: return at;
    }
}

// A width or a precision: digits or *. INT_MAX stands for all that is too large.
static HEDDLE_INVISIBLE const char *parse_number(const char *at, int *number, va_list arguments) {
  long value = 0;
  const int is_argument = *at == '*';
  if (is_argument) {
    ++at;
    *number = va_arg(arguments, int);
  }
  for (; *at >= '0' && *at <= '9'; ++at)
    if (value < INT_MAX) value = 10 * value + (*at - '0');
  if (*at == '$') __heddle_unsupported("printf with positional arguments");
  if (!is_argument) *number = value < INT_MAX ? (int)value : INT_MAX;
  return at;
}

static HEDDLE_INVISIBLE const char *parse_size(const char *at, enum size *size) {
  switch (*at) {
    case 'h': *size = at[1] == 'h' ? CHAR : SHORT; return at + (at[1] == 'h' ? 2 : 1);
    case 'l': *size = at[1] == 'l' ? LONG_LONG : LONG; return at + (at[1] == 'l' ? 2 : 1);
    case 'L':
    case 'q': *size = LONG_LONG; return at + 1;
    case 'j':
    case 'z':
    case 't': *size = LONG; return at + 1;
    default: return at;
  }
}

HEDDLE_INVISIBLE const char *__heddle_parse_conversion(const char *at,
                                                       struct conversion *conversion,
                                                       va_list arguments) {
  conversion->flags = 0;
  conversion->width = 0;
  conversion->precision = -1;
  conversion->size = INT;
  if (*at <= '9') {  // flags, digits, * and . are all below the letters
    at = parse_flags(at, &conversion->flags);
    at = parse_number(at, &conversion->width, arguments);
    if (*at == '.') at = parse_number(at + 1, &conversion->precision, arguments);
    if (conversion->width < 0) {
      conversion->flags |= LEFT;
      conversion->width = conversion->width == INT_MIN ? INT_MAX : -conversion->width;
    }
  }
  return parse_size(at, &conversion->size);
}
