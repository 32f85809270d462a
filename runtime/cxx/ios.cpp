// The state that all streams share, the one locale there is, and the instantiations of the stream
// templates.
// SPDX-License-Identifier: Apache-2.0
#include "streams.h"

#include <locale>

namespace std {

// --- the locale ---
//
// A locale holds nothing: there is only the classic one.

locale::locale() noexcept : _M_impl(nullptr) {}
locale::locale(const locale&) noexcept : _M_impl(nullptr) {}
locale::~locale() noexcept = default;
const locale& locale::operator=(const locale&) noexcept { return *this; }
bool locale::operator==(const locale&) const noexcept { return true; }

}  // namespace std

namespace {

// The virtual functions of std::ctype<char>, after two words that describe the class (ctype.cpp).
extern "C" const void* const _ZTVSt5ctypeIcE[3];

using Mask = std::ctype_base::mask;
using Base = std::ctype_base;

constexpr Mask kind_of(int c) {
  const bool is_upper = c >= 'A' && c <= 'Z';
  const bool is_lower = c >= 'a' && c <= 'z';
  const bool is_digit = c >= '0' && c <= '9';
  const bool is_hex = is_digit || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f');
  const bool is_space = c == ' ' || (c >= '\t' && c <= '\r');
  const bool is_print = c >= ' ' && c <= '~';
  const bool is_alpha = is_upper || is_lower;
  const bool is_punct = is_print && c != ' ' && !is_alpha && !is_digit;
  const auto mask = [](bool holds, Mask bits) { return holds ? bits : Mask(0); };
  return mask(is_upper, Base::upper) | mask(is_lower, Base::lower) | mask(is_alpha, Base::alpha) |
         mask(is_digit, Base::digit) | mask(is_hex, Base::xdigit) | mask(is_space, Base::space) |
         mask(is_print, Base::print) | mask(c < ' ' || c == 127, Base::cntrl) |
         mask(is_punct, Base::punct) | mask(c == ' ' || c == '\t', Base::blank);
}

struct Kinds {
  Mask of[256] = {};
  constexpr Kinds() {
    for (int k = 0; k < 256; ++k) of[k] = kind_of(k);
  }
};

constinit const Kinds kinds;

// A std::ctype<char>, member for member. It is made by hand to be constant: reading it is no step.
struct ClassicCharacters {
  const void* virtual_functions = &_ZTVSt5ctypeIcE[2];
  int references = 1;
  void* c_locale = nullptr;
  bool owns_table = false;
  const int* to_upper = nullptr;
  const int* to_lower = nullptr;
  const Mask* table = kinds.of;
  char widen_done = 1;
  char widen[256] = {};
  char narrow[256] = {};
  char narrow_done = 1;

  constexpr ClassicCharacters() {
    for (int k = 0; k < 256; ++k) widen[k] = narrow[k] = char(k);
  }
};
static_assert(sizeof(ClassicCharacters) == sizeof(std::ctype<char>));

constinit const ClassicCharacters classic_characters;

}  // namespace

namespace std {

template <>
void basic_ios<char>::_M_cache_locale(const locale&) {
  _M_ctype = reinterpret_cast<const ctype<char>*>(&classic_characters);
  _M_num_put = nullptr;
  _M_num_get = nullptr;
}

// --- the base of all streams ---

ios_base::ios_base() noexcept
    : _M_precision(),
      _M_width(),
      _M_flags(),
      _M_exception(),
      _M_streambuf_state(),
      _M_callbacks(nullptr),
      _M_word_zero(),
      _M_word_size(_S_local_word_size),
      _M_word(_M_local_word),
      _M_ios_locale() {}

ios_base::~ios_base() = default;

void ios_base::_M_init() noexcept {
  constexpr streamsize kDefaultPrecision = 6;
  _M_precision = kDefaultPrecision;
  _M_width = 0;
  _M_flags = skipws | dec;
  _M_ios_locale = locale();
}

// There are never any: registering one is not modelled.
void ios_base::_M_call_callbacks(event) noexcept {}
void ios_base::_M_dispose_callbacks() noexcept {}

// --- errors ---

namespace {

class StreamCategory final : public error_category {
 public:
  const char* name() const noexcept override { return "iostream"; }
  string message(int code) const override {
    return io_errc(code) == io_errc::stream ? "iostream error" : "Unknown error";
  }
};

[[clang::no_destroy]] constinit const StreamCategory category;

}  // namespace

const error_category& iostream_category() noexcept { return category; }

ios_base::failure::failure(const string& message) : system_error(io_errc::stream, message) {}
ios_base::failure::failure(const string& message, const error_code& code)
    : system_error(code, message) {}
ios_base::failure::failure(const char* message, const error_code& code)
    : system_error(code, message) {}
ios_base::failure::~failure() noexcept = default;
const char* ios_base::failure::what() const noexcept { return system_error::what(); }

void __throw_ios_failure(const char* message) { throw ios_base::failure(message); }
void __throw_ios_failure(const char* message, int error) {
  throw ios_base::failure(message, error_code(error, system_category()));
}

// --- the templates ---

template class basic_ios<char>;
template class basic_streambuf<char>;
template class basic_ostream<char>;
template class basic_istream<char>;
template class basic_iostream<char>;
template class basic_stringbuf<char>;
template class basic_ostringstream<char>;
template class basic_istringstream<char>;
template class basic_stringstream<char>;

template ostream& endl(ostream&);
template ostream& ends(ostream&);
template ostream& flush(ostream&);
template ostream& operator<<(ostream&, char);
template ostream& operator<<(ostream&, unsigned char);
template ostream& operator<<(ostream&, signed char);
template ostream& operator<<(ostream&, const char*);
template ostream& operator<<(ostream&, const unsigned char*);
template ostream& operator<<(ostream&, const signed char*);
template ostream& operator<<(ostream&, const string&);
template istream& ws(istream&);
template istream& operator>>(istream&, char&);
template istream& operator>>(istream&, unsigned char&);
template istream& operator>>(istream&, signed char&);
template istream& getline(istream&, string&);

}  // namespace std
