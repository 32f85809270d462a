// std::logic_error and std::runtime_error: exceptions that carry a text.
//
// Their text is a __cow_string, a class that only the compiled library knows: one pointer. Here it
// points to a copy of the text on the heap. Copies of an exception have copies of the text, not
// shares of it: a count of sharers would be one more thing for threads to interleave on.
// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <new>
#include <stdexcept>

namespace std {

namespace {

const char* copy_of(const char* text) {
  const size_t size = strlen(text) + 1;
  return static_cast<const char*>(memcpy(::operator new(size), text, size));
}

}  // namespace

__cow_string::__cow_string() : _M_p(copy_of("")) {}
__cow_string::__cow_string(const string& text) : _M_p(copy_of(text.c_str())) {}
__cow_string::__cow_string(const char* text, size_t) : _M_p(copy_of(text)) {}
__cow_string::__cow_string(const __cow_string& other) noexcept : _M_p(copy_of(other._M_p)) {}

__cow_string& __cow_string::operator=(const __cow_string& other) noexcept {
  const char* text = copy_of(other._M_p);
  ::operator delete(const_cast<char*>(_M_p));
  _M_p = text;
  return *this;
}

__cow_string::~__cow_string() { ::operator delete(const_cast<char*>(_M_p)); }

__cow_string::__cow_string(__cow_string&& other) noexcept : _M_p(other._M_p) {
  other._M_p = copy_of("");
}

__cow_string& __cow_string::operator=(__cow_string&& other) noexcept {
  const char* text = _M_p;
  _M_p = other._M_p;
  other._M_p = text;
  return *this;
}

logic_error::logic_error(const char* message) : _M_msg(message, strlen(message)) {}
logic_error::logic_error(const string& message) : _M_msg(message) {}
logic_error::logic_error(const logic_error& other) noexcept = default;
logic_error::logic_error(logic_error&& other) noexcept = default;
logic_error& logic_error::operator=(const logic_error& other) noexcept = default;
logic_error& logic_error::operator=(logic_error&& other) noexcept = default;
logic_error::~logic_error() noexcept = default;
const char* logic_error::what() const noexcept { return _M_msg._M_p; }

runtime_error::runtime_error(const char* message) : _M_msg(message, strlen(message)) {}
runtime_error::runtime_error(const string& message) : _M_msg(message) {}
runtime_error::runtime_error(const runtime_error& other) noexcept = default;
runtime_error::runtime_error(runtime_error&& other) noexcept = default;
runtime_error& runtime_error::operator=(const runtime_error& other) noexcept = default;
runtime_error& runtime_error::operator=(runtime_error&& other) noexcept = default;
runtime_error::~runtime_error() noexcept = default;
const char* runtime_error::what() const noexcept { return _M_msg._M_p; }

}  // namespace std
