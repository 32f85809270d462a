// The library's streams of char, with the parts that we do in another way declared as such.
//
// The library formats through the facets of a locale. There is only the classic locale here, so its
// rules are built in: numbers are formatted as printf does it, and what asks for a facet is refused
// as an unmodelled function.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bits/c++config.h>

// Here is where the templates are instantiated that the headers promise to be elsewhere; once the
// headers have said so, we could no longer specialise any of their members.
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0

#include <istream>
#include <ostream>
#include <sstream>
#include <streambuf>

namespace std {

template <>
void basic_ios<char>::_M_cache_locale(const locale&);

template <>
ostream& __ostream_insert(ostream& stream, const char* text, streamsize length);

template <>
ostream& ostream::put(char character);
template <>
ostream& ostream::write(const char* text, streamsize length);
template <>
ostream& ostream::flush();

template <>
template <>
ostream& ostream::_M_insert(long value);
template <>
template <>
ostream& ostream::_M_insert(unsigned long value);
template <>
template <>
ostream& ostream::_M_insert(long long value);
template <>
template <>
ostream& ostream::_M_insert(unsigned long long value);
template <>
template <>
ostream& ostream::_M_insert(bool value);
template <>
template <>
ostream& ostream::_M_insert(double value);
template <>
template <>
ostream& ostream::_M_insert(long double value);
template <>
template <>
ostream& ostream::_M_insert(const void* value);

template <>
istream& istream::operator>>(short& value);
template <>
istream& istream::operator>>(int& value);
template <>
template <>
istream& istream::_M_extract(unsigned short& value);
template <>
template <>
istream& istream::_M_extract(unsigned int& value);
template <>
template <>
istream& istream::_M_extract(long& value);
template <>
template <>
istream& istream::_M_extract(unsigned long& value);
template <>
template <>
istream& istream::_M_extract(long long& value);
template <>
template <>
istream& istream::_M_extract(unsigned long long& value);
template <>
template <>
istream& istream::_M_extract(bool& value);
template <>
template <>
istream& istream::_M_extract(float& value);
template <>
template <>
istream& istream::_M_extract(double& value);
template <>
template <>
istream& istream::_M_extract(long double& value);
template <>
template <>
istream& istream::_M_extract(void*& value);

}  // namespace std

namespace heddle_runtime {

// The file descriptor of std::cout, std::cerr or std::clog as long as it has its own buffer, else 0.
int standard_descriptor(const std::ostream& stream);

}  // namespace heddle_runtime
