// std::string and what else the headers declare as instantiated elsewhere.
// SPDX-License-Identifier: Apache-2.0
#include <string>

namespace std {

template class allocator<char>;
template class allocator<wchar_t>;
template class basic_string<char>;
template class basic_string<wchar_t>;
template basic_string<char> operator+(const char*, const basic_string<char>&);
template basic_string<char> operator+(char, const basic_string<char>&);
template basic_string<char> operator+(const basic_string<char>&, const basic_string<char>&);

}  // namespace std
