// Extraction from streams: numbers and lines.
//
// There is no std::cin: a program's input is not modelled. String streams have all of this.
// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <limits>

#include "builtins.h"
#include "streams.h"

namespace std {

namespace {

using Bits = unsigned long long;

// Looks at a stream's characters one by one, and remembers what to tell the stream in the end.
class Reader {
 public:
  explicit Reader(istream& stream) : buffer_(stream.rdbuf()) {}

  // The next character, or -1 at the end.
  int peek() {
    const int character = buffer_->sgetc();
    if (character == char_traits<char>::eof()) state |= ios_base::eofbit;
    return character;
  }
  void skip() { buffer_->sbumpc(); }
  bool take(char wanted) {
    if (peek() != wanted) return false;
    skip();
    return true;
  }

  ios_base::iostate state = ios_base::goodbit;

 private:
  streambuf* buffer_;
};

int digit_value(int character) {
  if (character >= '0' && character <= '9') return character - '0';
  if (character >= 'a' && character <= 'f') return character - 'a' + 10;
  if (character >= 'A' && character <= 'F') return character - 'A' + 10;
  return 99;
}

struct Number {
  Bits magnitude = 0;
  bool negative = false;
  bool has_digits = false;
  bool too_large = false;
};

Number read_integer(Reader& reader, ios_base::fmtflags base_flags) {
  Number number;
  number.negative = reader.take('-');
  if (!number.negative) reader.take('+');
  int base = base_flags == ios_base::oct ? 8 : base_flags == ios_base::hex ? 16 : 10;
  const bool any_base = base_flags == ios_base::fmtflags(0);
  if ((any_base || base == 16) && reader.take('0')) {
    number.has_digits = true;
    if (reader.take('x') || reader.take('X')) {
      number.has_digits = false;
      base = 16;
    } else if (any_base) {
      base = 8;
    }
  }
  for (int digit; (digit = digit_value(reader.peek())) < base; reader.skip()) {
    number.has_digits = true;
    number.too_large = number.too_large ||
                       __builtin_mul_overflow(number.magnitude, Bits(base), &number.magnitude) ||
                       __builtin_add_overflow(number.magnitude, Bits(digit), &number.magnitude);
  }
  return number;
}

// A value that does not fit becomes the nearest that does, and the stream fails.
template <typename Integer>
Integer converted(const Number& number, ios_base::iostate& state) {
  using Limits = numeric_limits<Integer>;
  const Bits largest = Bits(Limits::max()) + (Limits::is_signed && number.negative ? 1 : 0);
  if (!number.has_digits || number.too_large || number.magnitude > largest) {
    state |= ios_base::failbit;
    if (!number.has_digits) return 0;
    return Limits::is_signed && number.negative ? Limits::min() : Limits::max();
  }
  return Integer(number.negative ? Bits(0) - number.magnitude : number.magnitude);
}

template <typename Integer>
istream& extract_integer(istream& stream, Integer& value) {
  const istream::sentry ready(stream);
  if (!ready) return stream;
  Reader reader(stream);
  const Number number = read_integer(reader, stream.flags() & ios_base::basefield);
  value = converted<Integer>(number, reader.state);
  stream.setstate(reader.state);
  return stream;
}

// The characters that can be a number; whether they are one is for strtod to say.
string read_float(Reader& reader) {
  string text;
  bool has_point = false;
  bool has_exponent = false;
  for (;; reader.skip()) {
    const int character = reader.peek();
    const bool after_exponent = !text.empty() && text.back() == 'e';
    if (character >= '0' && character <= '9') {
      text += char(character);
    } else if ((character == '+' || character == '-') && (text.empty() || after_exponent)) {
      text += char(character);
    } else if (character == '.' && !has_point && !has_exponent) {
      text += '.';
      has_point = true;
    } else if ((character == 'e' || character == 'E') && !has_exponent && !text.empty()) {
      text += 'e';
      has_exponent = true;
    } else {
      return text;
    }
  }
}

template <typename Float>
istream& extract_float(istream& stream, Float& value) {
  const istream::sentry ready(stream);
  if (!ready) return stream;
  Reader reader(stream);
  const string text = read_float(reader);
  char* end = nullptr;
  const double number = strtod(text.c_str(), &end);
  const bool fails = text.empty() || *end != '\0';
  value = fails ? Float(0) : Float(number);
  stream.setstate(fails ? reader.state | ios_base::failbit : reader.state);
  return stream;
}

}  // namespace

template <>
istream& istream::operator>>(short& value) {
  return extract_integer(*this, value);
}

template <>
istream& istream::operator>>(int& value) {
  return extract_integer(*this, value);
}

template <>
template <>
istream& istream::_M_extract(unsigned short& value) {
  return extract_integer(*this, value);
}

template <>
template <>
istream& istream::_M_extract(unsigned int& value) {
  return extract_integer(*this, value);
}

template <>
template <>
istream& istream::_M_extract(long& value) {
  return extract_integer(*this, value);
}

template <>
template <>
istream& istream::_M_extract(unsigned long& value) {
  return extract_integer(*this, value);
}

template <>
template <>
istream& istream::_M_extract(long long& value) {
  return extract_integer(*this, value);
}

template <>
template <>
istream& istream::_M_extract(unsigned long long& value) {
  return extract_integer(*this, value);
}

template <>
template <>
istream& istream::_M_extract(bool& value) {
  if ((flags() & ios_base::boolalpha) != ios_base::fmtflags(0))
    __heddle_unsupported("extraction of a bool by its name (std::boolalpha)");
  unsigned long number = 0;
  extract_integer(*this, number);
  if (number > 1) setstate(ios_base::failbit);
  value = number != 0;
  return *this;
}

template <>
template <>
istream& istream::_M_extract(float& value) {
  return extract_float(*this, value);
}

template <>
template <>
istream& istream::_M_extract(double& value) {
  return extract_float(*this, value);
}

template <>
template <>
istream& istream::_M_extract(long double&) {
  __heddle_unsupported("extraction of a long double from a stream");
}

template <>
template <>
istream& istream::_M_extract(void*&) {
  __heddle_unsupported("extraction of a pointer from a stream");
}

// One word, or as much of it as the width allows.
template <>
istream& operator>>(istream& stream, string& word) {
  const istream::sentry ready(stream);
  if (!ready) return stream;
  word.clear();
  const streamsize width = stream.width(0);
  const size_t longest = width > 0 ? size_t(width) : word.max_size();
  Reader reader(stream);
  for (int character; word.size() < longest && (character = reader.peek()) >= 0; reader.skip()) {
    const bool is_space = character == ' ' || (character >= '\t' && character <= '\r');
    if (is_space) break;
    word += char(character);
  }
  stream.setstate(word.empty() ? reader.state | ios_base::failbit : reader.state);
  return stream;
}

template <>
istream& getline(istream& stream, string& line, char delimiter) {
  const istream::sentry ready(stream, true);
  if (!ready) return stream;
  line.clear();
  Reader reader(stream);
  int character = reader.peek();
  const bool found_anything = character >= 0;
  while (character >= 0 && character != static_cast<unsigned char>(delimiter)) {
    line += char(character);
    reader.skip();
    character = reader.peek();
  }
  if (character >= 0) reader.skip();
  stream.setstate(found_anything ? reader.state : reader.state | ios_base::failbit);
  return stream;
}

}  // namespace std
