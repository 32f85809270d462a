// What the C library models share among themselves.
//
// A program may define a function of its own named `dprintf` or `index`; it then replaces ours. So
// models never call each other by public names, only through the static and `__heddle_rt_` functions here.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "builtins.h"

static inline size_t text_length(const char *text) {
  const char *end = text;
  while (*end) ++end;
  return (size_t)(end - text);
}

static inline size_t bounded_length(const char *text, size_t limit) {
  size_t length = 0;
  while (length < limit && text[length]) ++length;
  return length;
}

static inline bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// Only the C locale exists, so letters are those of ASCII.
static inline int fold_case(int c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; }

static inline void *null_with_errno(int error) {
  errno = error;
  return NULL;
}

// malloc, without the name a program may have taken.
void *__heddle_rt_allocate(size_t size, size_t alignment);

// The message of an errno value; `unknown` takes "Unknown error 4711" when there is none.
enum { HEDDLE_RT_ERROR_SIZE = 32 };
const char *__heddle_rt_error_text(int error, char unknown[HEDDLE_RT_ERROR_SIZE]);

// The two ways of printf: into memory as vsnprintf does, and to descriptor 1 or 2.
int __heddle_rt_format(char *buffer, size_t size, const char *format, va_list args);
int __heddle_rt_print(int fd, const char *format, va_list args);
int __heddle_rt_printf(int fd, const char *format, ...) __attribute__((format(printf, 2, 3)));
