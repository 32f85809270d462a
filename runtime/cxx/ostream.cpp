// Insertion into streams: text, characters and numbers.
//
// The standard streams may be used by several threads without a data race, although their fields
// change. All accesses to those fields are therefore in invisible functions, and each insertion is
// one step. Other streams are ordinary objects.
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "builtins.h"
#include "streams.h"

using heddle_runtime::standard_descriptor;

namespace std {

namespace {

// Fields that the library's own accessors would access visibly.
struct Fields : ios {
  static constexpr auto flags = &Fields::_M_flags;
  static constexpr auto width = &Fields::_M_width;
  static constexpr auto precision = &Fields::_M_precision;
  static constexpr auto fill = &Fields::_M_fill;
  static constexpr auto state = &Fields::_M_streambuf_state;
};

struct Format {
  ios_base::fmtflags flags;
  streamsize width;
  streamsize precision;
  char fill;

  bool has(ios_base::fmtflags wanted) const { return (flags & wanted) != ios_base::fmtflags(0); }
};

// A width holds for one insertion only.
HEDDLE_INVISIBLE Format take_format_of_standard(ios& stream) {
  const Format format{stream.*Fields::flags, stream.*Fields::width, stream.*Fields::precision,
                      stream.*Fields::fill};
  stream.*Fields::width = 0;
  return format;
}

Format take_format(ostream& stream, int descriptor) {
  if (descriptor) return take_format_of_standard(stream);
  return {stream.flags(), stream.width(0), stream.precision(), stream.fill()};
}

HEDDLE_INVISIBLE void write_standard(const ios& stream, int descriptor, const char* text,
                                     streamsize length) {
  if (stream.*Fields::state == ios_base::goodbit) __heddle_output(descriptor, text, size_t(length));
}

// Where the characters go; decided once per insertion.
class Sink {
 public:
  Sink(ostream& stream, int descriptor) : stream_(stream), descriptor_(descriptor) {}

  void write(const char* text, streamsize length) {
    if (!descriptor_) {
      if (stream_.rdbuf()->sputn(text, length) != length) stream_.setstate(ios_base::badbit);
      return;
    }
    // Copied first, by accesses that are checked: another thread may be writing the text.
    char part[256];
    while (length > 0) {
      const streamsize now = length < streamsize(sizeof part) ? length : streamsize(sizeof part);
      __builtin_memcpy(part, text, size_t(now));
      write_standard(stream_, descriptor_, part, now);
      text += now;
      length -= now;
    }
  }

  void pad(char fill, streamsize count) {
    for (; count > 0; --count) write(&fill, 1);
  }

 private:
  ostream& stream_;
  int descriptor_;
};

// `prefix` characters of the text (a sign, 0x) come before the padding if that is to be internal.
void write_padded(Sink& sink, const Format& format, const char* text, streamsize length,
                  streamsize prefix) {
  const streamsize padding = format.width - length;
  const auto adjustment = format.flags & ios_base::adjustfield;
  if (adjustment == ios_base::left)
    prefix = length;
  else if (adjustment != ios_base::internal)
    prefix = 0;
  sink.write(text, prefix);
  sink.pad(format.fill, padding);
  sink.write(text + prefix, length - prefix);
}

ostream& insert(ostream& stream, const char* text, streamsize length) {
  const int descriptor = standard_descriptor(stream);
  Sink sink(stream, descriptor);
  if (descriptor) {
    write_padded(sink, take_format(stream, descriptor), text, length, 0);
    return stream;
  }
  const ostream::sentry ready(stream);
  if (ready) write_padded(sink, take_format(stream, descriptor), text, length, 0);
  return stream;
}

streamsize prefix_length(const char* text) {
  streamsize length = *text == '-' || *text == '+';
  if (text[length] == '0' && (text[length + 1] == 'x' || text[length + 1] == 'X')) length += 2;
  return length;
}

constexpr size_t kMaxNumber = 512;

void check_length(int length) {
  if (length >= int(kMaxNumber)) __heddle_unsupported("stream output of a number this long");
}

// Inserts what `render` writes into a buffer according to the format.
template <typename Render>
ostream& insert_number(ostream& stream, Render render) {
  const int descriptor = standard_descriptor(stream);
  const auto write = [&] {
    const Format format = take_format(stream, descriptor);
    char text[kMaxNumber];
    const int length = render(text, format);
    check_length(length);
    Sink sink(stream, descriptor);
    write_padded(sink, format, text, length, prefix_length(text));
  };
  if (descriptor) {
    write();
    return stream;
  }
  const ostream::sentry ready(stream);
  if (ready) write();
  return stream;
}

template <typename Integer>
ostream& insert_integer(ostream& stream, Integer value) {
  return insert_number(stream, [value](char* text, const Format& format) {
    char spec[8];
    char* end = spec;
    *end++ = '%';
    const auto base = format.flags & ios_base::basefield;
    const bool is_decimal = base != ios_base::oct && base != ios_base::hex;
    constexpr bool is_signed = Integer(-1) < Integer(0);
    if (is_decimal && is_signed && format.has(ios_base::showpos)) *end++ = '+';
    if (!is_decimal && format.has(ios_base::showbase)) *end++ = '#';
    *end++ = 'l';
    *end++ = 'l';
    if (is_decimal)
      *end++ = is_signed ? 'd' : 'u';
    else if (base == ios_base::oct)
      *end++ = 'o';
    else
      *end++ = format.has(ios_base::uppercase) ? 'X' : 'x';
    *end = '\0';
    return snprintf(text, kMaxNumber, spec, value);
  });
}

// `size` is the length modifier of printf: "" or "L".
template <typename Float>
ostream& insert_float(ostream& stream, Float value, const char* size) {
  return insert_number(stream, [value, size](char* text, const Format& format) {
    const auto style = format.flags & ios_base::floatfield;
    const bool is_hexadecimal = style == (ios_base::fixed | ios_base::scientific);
    char letter = 'g';
    if (is_hexadecimal)
      letter = 'a';
    else if (style == ios_base::fixed)
      letter = 'f';
    else if (style == ios_base::scientific)
      letter = 'e';
    if (format.has(ios_base::uppercase)) letter = char(letter - 'a' + 'A');
    char spec[16];
    snprintf(spec, sizeof spec, "%%%s%s%s%s%c", format.has(ios_base::showpos) ? "+" : "",
             format.has(ios_base::showpoint) ? "#" : "", is_hexadecimal ? "" : ".*", size, letter);
    return is_hexadecimal ? snprintf(text, kMaxNumber, spec, value)
                          : snprintf(text, kMaxNumber, spec, int(format.precision), value);
  });
}

}  // namespace

template <>
ostream& __ostream_insert(ostream& stream, const char* text, streamsize length) {
  return insert(stream, text, length);
}

// Unformatted: no width.
template <>
ostream& ostream::write(const char* text, streamsize length) {
  const int descriptor = standard_descriptor(*this);
  Sink sink(*this, descriptor);
  if (descriptor) {
    sink.write(text, length);
    return *this;
  }
  const sentry ready(*this);
  if (ready) sink.write(text, length);
  return *this;
}

template <>
ostream& ostream::put(char character) {
  return write(&character, 1);
}

// What goes to a standard stream is never held back.
template <>
ostream& ostream::flush() {
  if (standard_descriptor(*this)) return *this;
  if (rdbuf() && rdbuf()->pubsync() == -1) setstate(ios_base::badbit);
  return *this;
}

template <>
template <>
ostream& ostream::_M_insert(long value) {
  return insert_integer(*this, static_cast<long long>(value));
}

template <>
template <>
ostream& ostream::_M_insert(unsigned long value) {
  return insert_integer(*this, static_cast<unsigned long long>(value));
}

template <>
template <>
ostream& ostream::_M_insert(long long value) {
  return insert_integer(*this, value);
}

template <>
template <>
ostream& ostream::_M_insert(unsigned long long value) {
  return insert_integer(*this, value);
}

template <>
template <>
ostream& ostream::_M_insert(bool value) {
  if ((flags() & ios_base::boolalpha) == ios_base::fmtflags(0)) return _M_insert(long(value));
  return value ? insert(*this, "true", 4) : insert(*this, "false", 5);
}

template <>
template <>
ostream& ostream::_M_insert(double value) {
  return insert_float(*this, value, "");
}

template <>
template <>
ostream& ostream::_M_insert(long double value) {
  return insert_float(*this, value, "L");
}

template <>
template <>
ostream& ostream::_M_insert(const void* value) {
  return insert_number(*this, [value](char* text, const Format&) {
    return snprintf(text, kMaxNumber, value ? "%p" : "0", value);
  });
}

}  // namespace std
