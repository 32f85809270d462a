// std::ctype<char> of the classic locale: its virtual functions.
// SPDX-License-Identifier: Apache-2.0
#include <locale>

namespace std {

locale::facet::~facet() = default;

ctype<char>::~ctype() = default;
char ctype<char>::do_toupper(char c) const {
  return c >= 'a' && c <= 'z' ? char(c - 'a' + 'A') : c;
}
char ctype<char>::do_tolower(char c) const {
  return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
}

const char* ctype<char>::do_toupper(char* first, const char* last) const {
  for (; first != last; ++first) *first = do_toupper(*first);
  return last;
}

const char* ctype<char>::do_tolower(char* first, const char* last) const {
  for (; first != last; ++first) *first = do_tolower(*first);
  return last;
}

// The tables of the one object there is (ios.cpp) are complete from the outset.
void ctype<char>::_M_widen_init() const {}
void ctype<char>::_M_narrow_init() const {}

}  // namespace std
