// The names under which glibc's headers call printf and its kin with -D_FORTIFY_SOURCE.
//
// The machine checks every access by itself; what these add is the size of the object the compiler
// sees, which may be a member of a larger one.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <stdio.h>

#include "format.h"

int __vprintf_chk(int flag, const char *format, va_list arguments);
int __vprintf_chk(int flag, const char *format, va_list arguments) {
  (void)flag;
  return vprintf(format, arguments);
}

int __vfprintf_chk(FILE *stream, int flag, const char *format, va_list arguments);
int __vfprintf_chk(FILE *stream, int flag, const char *format, va_list arguments) {
  (void)flag;
  return vfprintf(stream, format, arguments);
}

int __vdprintf_chk(int fd, int flag, const char *format, va_list arguments);
int __vdprintf_chk(int fd, int flag, const char *format, va_list arguments) {
  (void)flag;
  return vdprintf(fd, format, arguments);
}

int __vasprintf_chk(char **result, int flag, const char *format, va_list arguments);
int __vasprintf_chk(char **result, int flag, const char *format, va_list arguments) {
  (void)flag;
  return vasprintf(result, format, arguments);
}

int __vsnprintf_chk(char *target, size_t size, int flag, size_t room, const char *format,
                    va_list arguments);
int __vsnprintf_chk(char *target, size_t size, int flag, size_t room, const char *format,
                    va_list arguments) {
  (void)flag;
  if (size > room) __heddle_fail("out-of-bounds", "snprintf: the size given exceeds the object's");
  return vsnprintf(target, size, format, arguments);
}

int __vsprintf_chk(char *target, int flag, size_t room, const char *format, va_list arguments);
int __vsprintf_chk(char *target, int flag, size_t room, const char *format, va_list arguments) {
  (void)flag;
  const int length = vsnprintf(target, room, format, arguments);
  if (length >= 0 && (size_t)length >= room)
    __heddle_fail("out-of-bounds", "sprintf: the text does not fit into the object");
  return length;
}

int __printf_chk(int flag, const char *format, ...);
HEDDLE_INVISIBLE int __printf_chk(int flag, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = __vprintf_chk(flag, format, arguments);
  va_end(arguments);
  return length;
}

int __fprintf_chk(FILE *stream, int flag, const char *format, ...);
HEDDLE_INVISIBLE int __fprintf_chk(FILE *stream, int flag, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = __vfprintf_chk(stream, flag, format, arguments);
  va_end(arguments);
  return length;
}

int __dprintf_chk(int fd, int flag, const char *format, ...);
HEDDLE_INVISIBLE int __dprintf_chk(int fd, int flag, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = __vdprintf_chk(fd, flag, format, arguments);
  va_end(arguments);
  return length;
}

int __asprintf_chk(char **result, int flag, const char *format, ...);
HEDDLE_INVISIBLE int __asprintf_chk(char **result, int flag, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = __vasprintf_chk(result, flag, format, arguments);
  va_end(arguments);
  return length;
}

int __snprintf_chk(char *target, size_t size, int flag, size_t room, const char *format, ...);
HEDDLE_INVISIBLE int __snprintf_chk(char *target, size_t size, int flag, size_t room,
                                    const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = __vsnprintf_chk(target, size, flag, room, format, arguments);
  va_end(arguments);
  return length;
}

int __sprintf_chk(char *target, int flag, size_t room, const char *format, ...);
HEDDLE_INVISIBLE int __sprintf_chk(char *target, int flag, size_t room, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = __vsprintf_chk(target, flag, room, format, arguments);
  va_end(arguments);
  return length;
}
