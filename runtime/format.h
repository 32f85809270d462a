// What the parts of the formatter share, and what the models of stdio ask of it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdarg.h>
#include <stddef.h>

#include "builtins.h"

enum flag { LEFT = 1, PLUS = 2, SPACE = 4, ALTERNATE = 8, ZERO = 16 };

// The sizes of integers: 8 << size bits, but for LONG_LONG, which also stands for long double.
enum size { CHAR, SHORT, INT, LONG, LONG_LONG };

struct conversion {
  unsigned flags;
  int width;
  int precision;  // negative: none given
  enum size size;
};

// Reads a conversion from after its % on, and returns where its letter is. A width or a precision
// that is too large becomes INT_MAX.
const char *__heddle_parse_conversion(const char *at, struct conversion *conversion,
                                      va_list arguments);

// Prints to a descriptor (1 or 2) and returns the length of the text, or -1 with errno set.
int __heddle_format_output(int fd, const char *format, va_list arguments);

// The same into memory: at most size - 1 characters and a closing 0, nothing if size is 0.
int __heddle_format_memory(char *target, size_t size, const char *format, va_list arguments);
