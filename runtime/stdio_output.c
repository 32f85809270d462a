// Output to stdout and stderr: it is captured, never buffered, and always succeeds.
//
// There are no other files, so a stream needs no state: stdin, stdout and stderr are constants, and
// using one is no access that other threads could notice. glibc's own layout matters only because
// its header reads some fields inline; all of those are 0, "the buffer is full".
//
// A program may have a function of its own with one of these names (`dprintf` is a favourite), so
// they are built on static functions, not on each other.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#define __NO_INLINE__ 1  // or the header defines some of these functions itself
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "format.h"

enum { PIECE = 256 };

static const struct _IO_FILE standard_input = {._fileno = 0};
static const struct _IO_FILE standard_output = {._fileno = 1};
static const struct _IO_FILE standard_error = {._fileno = 2};

// The header declares them as variables.
extern const struct _IO_FILE *const input_stream __asm__("stdin");
extern const struct _IO_FILE *const output_stream __asm__("stdout");
extern const struct _IO_FILE *const error_stream __asm__("stderr");
const struct _IO_FILE *const input_stream = &standard_input;
const struct _IO_FILE *const output_stream = &standard_output;
const struct _IO_FILE *const error_stream = &standard_error;

static HEDDLE_INVISIBLE int output_of(const FILE *stream) {
  const int fd = stream->_fileno;
  if (fd != 1 && fd != 2) __heddle_unsupported("output to a stream other than stdout and stderr");
  return fd;
}

static HEDDLE_INVISIBLE int output_to(int fd) {
  if (fd != 1 && fd != 2) __heddle_unsupported("output to a file descriptor other than 1 and 2");
  return fd;
}

// Visible: the program's memory is read here, a piece in one step.
static void copy(char *to, const char *from, size_t count) { __builtin_memcpy(to, from, count); }

static HEDDLE_INVISIBLE void put_bytes(int fd, const char *bytes, size_t count) {
  char buffer[PIECE];
  while (count != 0) {
    const size_t piece = count < PIECE ? count : PIECE;
    copy(buffer, bytes, piece);
    __heddle_output(fd, buffer, piece);
    bytes += piece;
    count -= piece;
  }
}

// A string and what is to come after it (0: nothing). Its closing 0 is read with its last piece.
static HEDDLE_INVISIBLE size_t put_string(int fd, const char *text, char ending) {
  size_t length = 0;
  while (text[length] != '\0') ++length;
  const size_t rest = length % PIECE;
  put_bytes(fd, text, length - rest);
  char buffer[PIECE];
  copy(buffer, text + length - rest, rest + 1);
  buffer[rest] = ending;
  __heddle_output(fd, buffer, rest + (ending != '\0'));
  return length;
}

static HEDDLE_INVISIBLE int put_character(int fd, int character) {
  const char text = (char)character;
  __heddle_output(fd, &text, 1);
  return (unsigned char)text;
}

// --- printf and its kin ---

HEDDLE_INVISIBLE int vprintf(const char *format, va_list arguments) {
  return __heddle_format_output(1, format, arguments);
}

HEDDLE_INVISIBLE int vfprintf(FILE *stream, const char *format, va_list arguments) {
  return __heddle_format_output(output_of(stream), format, arguments);
}

HEDDLE_INVISIBLE int vdprintf(int fd, const char *format, va_list arguments) {
  return __heddle_format_output(output_to(fd), format, arguments);
}

HEDDLE_INVISIBLE int vsnprintf(char *target, size_t size, const char *format, va_list arguments) {
  return __heddle_format_memory(target, size, format, arguments);
}

HEDDLE_INVISIBLE int vsprintf(char *target, const char *format, va_list arguments) {
  return __heddle_format_memory(target, SIZE_MAX, format, arguments);
}

static void store_text(char **where, char *text) { *where = text; }

static HEDDLE_INVISIBLE int format_block(char **result, const char *format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  const int length = __heddle_format_memory(NULL, 0, format, again);
  va_end(again);
  if (length < 0) return length;
  char *text = malloc((size_t)length + 1);
  __heddle_format_memory(text, (size_t)length + 1, format, arguments);
  store_text(result, text);
  return length;
}

HEDDLE_INVISIBLE int vasprintf(char **result, const char *format, va_list arguments) {
  return format_block(result, format, arguments);
}

HEDDLE_INVISIBLE int printf(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = __heddle_format_output(1, format, arguments);
  va_end(arguments);
  return length;
}

HEDDLE_INVISIBLE int fprintf(FILE *stream, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = __heddle_format_output(output_of(stream), format, arguments);
  va_end(arguments);
  return length;
}

HEDDLE_INVISIBLE int dprintf(int fd, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = __heddle_format_output(output_to(fd), format, arguments);
  va_end(arguments);
  return length;
}

HEDDLE_INVISIBLE int snprintf(char *target, size_t size, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = __heddle_format_memory(target, size, format, arguments);
  va_end(arguments);
  return length;
}

HEDDLE_INVISIBLE int sprintf(char *target, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = __heddle_format_memory(target, SIZE_MAX, format, arguments);
  va_end(arguments);
  return length;
}

HEDDLE_INVISIBLE int asprintf(char **result, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = format_block(result, format, arguments);
  va_end(arguments);
  return length;
}

// --- text as it is ---

static HEDDLE_INVISIBLE int put_to(FILE *stream, int character) {
  return put_character(output_of(stream), character);
}

static HEDDLE_INVISIBLE int put_string_to(FILE *stream, const char *text) {
  put_string(output_of(stream), text, '\0');
  return 1;
}

static HEDDLE_INVISIBLE size_t put_items_to(FILE *stream, const void *data, size_t size,
                                            size_t count) {
  put_bytes(output_of(stream), data, size * count);
  return size == 0 ? 0 : count;
}

int puts(const char *text) { return (int)put_string(1, text, '\n') + 1; }
int fputs(const char *text, FILE *stream) { return put_string_to(stream, text); }
int fputs_unlocked(const char *text, FILE *stream) { return put_string_to(stream, text); }

int putchar(int character) { return put_character(1, character); }
int putchar_unlocked(int character) { return put_character(1, character); }
int putc(int character, FILE *stream) { return put_to(stream, character); }
int putc_unlocked(int character, FILE *stream) { return put_to(stream, character); }
int fputc(int character, FILE *stream) { return put_to(stream, character); }
int fputc_unlocked(int character, FILE *stream) { return put_to(stream, character); }
// What the header's inline putc_unlocked calls when the buffer is full.
int __overflow(FILE *stream, int character) { return put_to(stream, character); }

size_t fwrite(const void *data, size_t size, size_t count, FILE *stream) {
  return put_items_to(stream, data, size, count);
}

size_t fwrite_unlocked(const void *data, size_t size, size_t count, FILE *stream) {
  return put_items_to(stream, data, size, count);
}

ssize_t write(int fd, const void *data, size_t size) {
  put_bytes(output_to(fd), data, size);
  return (ssize_t)size;
}

HEDDLE_INVISIBLE void perror(const char *text) {
  const char *reason = strerror(errno);
  if (text != NULL && *text != '\0') {
    put_string(2, text, ':');
    put_character(2, ' ');
  }
  put_string(2, reason, '\n');
}

// --- streams that need no care ---

int fclose(FILE *stream) { return (void)stream, 0; }
int fflush(FILE *stream) { return (void)stream, 0; }
int fflush_unlocked(FILE *stream) { return (void)stream, 0; }

int setvbuf(FILE *stream, char *buffer, int mode, size_t size) {
  return (void)stream, (void)buffer, (void)mode, (void)size, 0;
}

void setbuf(FILE *stream, char *buffer) { (void)stream, (void)buffer; }
void setbuffer(FILE *stream, char *buffer, size_t size) { (void)stream, (void)buffer, (void)size; }
void setlinebuf(FILE *stream) { (void)stream; }

HEDDLE_INVISIBLE int fileno(FILE *stream) { return stream->_fileno; }
HEDDLE_INVISIBLE int fileno_unlocked(FILE *stream) { return stream->_fileno; }

int ferror(FILE *stream) { return (void)stream, 0; }
int ferror_unlocked(FILE *stream) { return (void)stream, 0; }
void clearerr(FILE *stream) { (void)stream; }
void clearerr_unlocked(FILE *stream) { (void)stream; }
