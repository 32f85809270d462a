// The formatter behind every printf, with the results of glibc in the C locale.
//
// The text is put together in a buffer of the formatter's own and leaves it in as few steps as
// possible: every step of the model is paid for in every interleaving. Only the places where the
// program's memory is read or written as text (`copy`, `store_count`) are visible code. A string is
// measured first and then read in one visible step, which covers all of it: a racing writer is
// found as it stands before its write.
// SPDX-License-Identifier: Apache-2.0
#include "format.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

enum { BUFFER_SIZE = 255, DIGITS_MAX = 22, SPEC_MAX = 32 };

// Where the text goes. One byte of the buffer is spare, for the 0 that ends a string.
struct sink {
  int fd;  // 0: to memory
  char *target;  // in memory: the place of the next character,
  size_t room;  // and how many still fit before the closing 0
  size_t length;  // of the text that has left the buffer
  size_t used;
  char buffer[BUFFER_SIZE + 1];
};

// Visible: one of the two ends may be the program's.
static void copy(char *to, const char *from, size_t count) { __builtin_memcpy(to, from, count); }

static void store_count(void *where, enum size size, size_t count) {
  switch (size) {
    case CHAR: *(signed char *)where = (signed char)count; break;
    case SHORT: *(short *)where = (short)count; break;
    case INT: *(int *)where = (int)count; break;
    case LONG:
    case LONG_LONG: *(long *)where = (long)count; break;
  }
}

static HEDDLE_INVISIBLE void flush(struct sink *sink) {
  if (sink->fd != 0) {
    __heddle_output(sink->fd, sink->buffer, sink->used);
  } else {
    const size_t count = sink->used < sink->room ? sink->used : sink->room;
    if (count != 0) copy(sink->target, sink->buffer, count);
    sink->target += count;
    sink->room -= count;
  }
  sink->length += sink->used;
  sink->used = 0;
}

static HEDDLE_INVISIBLE void put_char(struct sink *sink, char character) {
  if (sink->used == BUFFER_SIZE) flush(sink);
  sink->buffer[sink->used++] = character;
}

static HEDDLE_INVISIBLE void put_repeated(struct sink *sink, char character, long count) {
  while (count > 0) {
    if (sink->used == BUFFER_SIZE) flush(sink);
    const long room = BUFFER_SIZE - (long)sink->used;
    const long piece = count < room ? count : room;
    __builtin_memset(sink->buffer + sink->used, character, (size_t)piece);
    sink->used += (size_t)piece;
    count -= piece;
  }
}

// The program's text. `closing` is 1 if the 0 after it has been read too, else 0.
static HEDDLE_INVISIBLE void put_text(struct sink *sink, const char *text, size_t length,
                                      size_t closing) {
  for (;;) {
    const size_t room = BUFFER_SIZE - sink->used;
    const size_t piece = length < room ? length : room;
    const size_t read = piece == length ? piece + closing : piece;
    if (read != 0) copy(sink->buffer + sink->used, text, read);
    sink->used += piece;
    if (piece == length) return;
    flush(sink);
    text += piece;
    length -= piece;
  }
}

static HEDDLE_INVISIBLE void put_string(struct sink *sink, const struct conversion *conversion,
                                        const char *text) {
  const size_t limit = (size_t)(long)conversion->precision;  // without one: no limit
  if (text == NULL) text = limit < sizeof "(null)" - 1 ? "" : "(null)";
  size_t length = 0;
  for (; length != limit; ++length)
    if (text[length] == '\0') break;
  const long padding = conversion->width - (long)length;
  if (padding > 0 && !(conversion->flags & LEFT)) put_repeated(sink, ' ', padding);
  put_text(sink, text, length, length != limit);
  if (padding > 0 && (conversion->flags & LEFT)) put_repeated(sink, ' ', padding);
}

// The formatter's own text, short enough for an empty buffer.
static HEDDLE_INVISIBLE void put_short(struct sink *sink, const char *text, size_t length) {
  if (sink->used + length > BUFFER_SIZE) flush(sink);
  const size_t used = sink->used;
  __builtin_memcpy(sink->buffer + used, text, length);
  sink->used = used + length;
}

static HEDDLE_INVISIBLE char *write_digits(char *end, unsigned long value, unsigned long base,
                                           const char *alphabet) {
  do {
    *--end = alphabet[value % base];
    value /= base;
  } while (value != 0);
  return end;
}

// `sign` is 0 for none. `letter` is the conversion as d, u, o, x or X.
static HEDDLE_INVISIBLE void put_integer(struct sink *sink, const struct conversion *conversion,
                                         char letter, char sign, unsigned long value) {
  unsigned long base = 10;
  const char *alphabet = "0123456789abcdef";
  switch (letter) {
    case 'o': base = 8; break;
    case 'X': alphabet = "0123456789ABCDEF"; __attribute__((fallthrough));
    case 'x': base = 16; break;
    default: break;
  }
  char text[1 + DIGITS_MAX];
  char *const end = text + sizeof text;
  const unsigned flags = conversion->flags;
  const long precision = conversion->precision;
  const long width = conversion->width;
  char *first = end;
  if (value != 0 || precision != 0) first = write_digits(end, value, base, alphabet);
  if (precision < 0 && (flags | (unsigned)width) == 0) {  // the commonest case, in a short way
    if (sign != 0) *--first = sign;
    put_short(sink, first, (size_t)(end - first));
    return;
  }

  const long count = end - first;
  const int is_marked = base == 16 && (flags & ALTERNATE) && value != 0;
  const long prefix = (sign != 0) + 2 * is_marked;
  long zeros = precision - count;
  if (precision < 0 && (flags & (ZERO | LEFT)) == ZERO) zeros = width - prefix - count;
  if (zeros < 0) zeros = 0;
  if (base == 8 && (flags & ALTERNATE) && zeros == 0 && (count == 0 || *first != '0')) zeros = 1;
  const long padding = width - prefix - zeros - count;

  if (!(flags & LEFT)) put_repeated(sink, ' ', padding);
  if (sign != 0) put_char(sink, sign);
  if (is_marked) {
    put_char(sink, '0');
    put_char(sink, letter);
  }
  put_repeated(sink, '0', zeros);
  put_short(sink, first, (size_t)count);
  if (flags & LEFT) put_repeated(sink, ' ', padding);
}

static HEDDLE_INVISIBLE char *write_decimal(char *at, int value) {
  if (value >= 10) at = write_decimal(at, value / 10);
  *at = (char)('0' + value % 10);
  return at + 1;
}

// The conversion as text again, for the host, which prints the floating point numbers.
static HEDDLE_INVISIBLE void write_spec(char *at, const struct conversion *conversion,
                                        char letter) {
  *at++ = '%';
  if (conversion->flags & LEFT) *at++ = '-';
  if (conversion->flags & PLUS) *at++ = '+';
  if (conversion->flags & SPACE) *at++ = ' ';
  if (conversion->flags & ALTERNATE) *at++ = '#';
  if (conversion->flags & ZERO) *at++ = '0';
  if (conversion->width != 0) at = write_decimal(at, conversion->width);
  if (conversion->precision >= 0) {
    *at++ = '.';
    at = write_decimal(at, conversion->precision);
  }
  *at++ = letter;
  *at = '\0';
}

static HEDDLE_INVISIBLE void put_double(struct sink *sink, const char *spec, double value) {
  const int length = __heddle_format_double(NULL, 0, spec, value);
  char text[length + 1];
  __heddle_format_double(text, sizeof text, spec, value);
  put_text(sink, text, (size_t)length, 0);
}

static HEDDLE_INVISIBLE void put_long_double(struct sink *sink, const char *spec,
                                             const long double *value) {
  const int length = __heddle_format_long_double(NULL, 0, spec, value);
  char text[length + 1];
  __heddle_format_long_double(text, sizeof text, spec, value);
  put_text(sink, text, (size_t)length, 0);
}

static HEDDLE_INVISIBLE void put_float(struct sink *sink, const struct conversion *conversion,
                                       char letter, va_list arguments) {
  char spec[SPEC_MAX];
  write_spec(spec, conversion, letter);
  if (conversion->size == LONG_LONG) {
    const long double value = va_arg(arguments, long double);
    put_long_double(sink, spec, &value);
  } else {
    put_double(sink, spec, va_arg(arguments, double));
  }
}

// A number that is not negative, but of a kind that might be.
static HEDDLE_INVISIBLE void put_positive(struct sink *sink, const struct conversion *conversion,
                                          char letter, unsigned long value) {
  const unsigned flags = conversion->flags;
  put_integer(sink, conversion, letter, (flags & PLUS) ? '+' : (flags & SPACE) ? ' ' : '\0', value);
}

static HEDDLE_INVISIBLE void put_pointer(struct sink *sink, struct conversion *conversion,
                                         const void *pointer) {
  if (pointer == NULL) {
    conversion->precision = -1;
    put_string(sink, conversion, "(nil)");
  } else {
    conversion->flags |= ALTERNATE;
    put_positive(sink, conversion, 'x', (unsigned long)pointer);
  }
}

// The next argument, cut to the conversion's size.
static HEDDLE_INVISIBLE long next_integer(enum size size, int is_signed, va_list arguments) {
  if (size >= LONG) return va_arg(arguments, long);
  const unsigned shift = 64u - (8u << size);
  const unsigned long high = (unsigned long)va_arg(arguments, int) << shift;
  return is_signed ? (long)high >> shift : (long)(high >> shift);
}

static HEDDLE_INVISIBLE void put_signed(struct sink *sink, const struct conversion *conversion,
                                        long value) {
  if (value < 0)
    put_integer(sink, conversion, 'd', '-', 0ul - (unsigned long)value);
  else
    put_positive(sink, conversion, 'd', (unsigned long)value);
}

static HEDDLE_INVISIBLE void put_conversion(struct sink *sink, struct conversion *conversion,
                                            char letter, va_list arguments) {
  switch (letter) {
    case 'd':
    case 'i': put_signed(sink, conversion, next_integer(conversion->size, 1, arguments)); return;
    case 'u':
    case 'o':
    case 'x':
    case 'X':
      put_integer(sink, conversion, letter, 0,
                  (unsigned long)next_integer(conversion->size, 0, arguments));
      return;
    case 's':
      if (conversion->size >= LONG) break;
      put_string(sink, conversion, va_arg(arguments, const char *));
      return;
    case 'c':
      if (conversion->size >= LONG) break;
      if (!(conversion->flags & LEFT)) put_repeated(sink, ' ', conversion->width - 1);
      put_char(sink, (char)va_arg(arguments, int));
      if (conversion->flags & LEFT) put_repeated(sink, ' ', conversion->width - 1);
      return;
    case 'p': put_pointer(sink, conversion, va_arg(arguments, void *)); return;
    case 'n':
      store_count(va_arg(arguments, void *), conversion->size, sink->length + sink->used);
      return;
    case 'm': put_string(sink, conversion, strerror(errno)); return;
    case '%': put_char(sink, '%'); return;
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G': put_float(sink, conversion, letter, arguments); return;
    case 'C':
    case 'S': break;
    default: __heddle_unsupported("printf with a conversion that C does not define");
  }
  __heddle_unsupported("printf of wide characters");
}

// The next conversion, or the end.
static HEDDLE_INVISIBLE const char *skip_text(const char *at) {
  for (;; ++at) switch (*at) {
      case '%':
      case '\0': return at;
      default: break;
    }
}

static HEDDLE_INVISIBLE int format_all(struct sink *sink, const char *at, va_list arguments) {
  for (;;) {
    const char *text = at;
    at = skip_text(at);
    if (at != text) put_text(sink, text, (size_t)(at - text), 0);
    if (*at == '\0') break;
    struct conversion conversion;
    at = __heddle_parse_conversion(at + 1, &conversion, arguments);
    if (conversion.width == INT_MAX || conversion.precision == INT_MAX) break;
    put_conversion(sink, &conversion, *at++, arguments);
  }
  const size_t length = sink->length + sink->used;
  if (*at == '\0' && length <= INT_MAX) return (int)length;
  errno = EOVERFLOW;
  return -1;
}

HEDDLE_INVISIBLE int __heddle_format_output(int fd, const char *format, va_list arguments) {
  struct sink sink;
  sink.fd = fd;
  sink.length = sink.used = 0;
  const int length = format_all(&sink, format, arguments);
  flush(&sink);
  return length;
}

HEDDLE_INVISIBLE int __heddle_format_memory(char *target, size_t size, const char *format,
                                            va_list arguments) {
  struct sink sink;
  sink.fd = 0;
  sink.target = target;
  sink.room = size == 0 ? 0 : size - 1;
  sink.length = sink.used = 0;
  const int length = format_all(&sink, format, arguments);
  const size_t count = sink.used < sink.room ? sink.used : sink.room;
  sink.buffer[count] = '\0';
  if (size != 0) copy(sink.target, sink.buffer, count + 1);
  return length;
}
