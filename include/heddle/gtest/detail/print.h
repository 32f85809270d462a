// How values look in a failure's text: as GoogleTest shows them.
//
// Only a failed check prints, so nothing here runs in an execution without an error.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <ostream>
#include <sstream>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

namespace testing {
namespace internal {

// Overloads are tried from the highest rank down.
template <int N>
struct Rank : Rank<N - 1> {};
template <>
struct Rank<0> {};

template <typename T>
void print_value(const T &value, std::ostream &out);

inline void print_text(const std::string &text, std::ostream &out) { out << '"' << text << '"'; }

// A function of the user's that is found by its argument.
template <typename T>
auto print(const T &value, std::ostream &out, Rank<8>) -> decltype(PrintTo(value, &out)) {
  PrintTo(value, &out);
}
// Templates, so that nothing else converts to these types.
template <typename T, typename U>
using IfSame = typename std::enable_if<std::is_same<T, U>::value, int>::type;

template <typename T, IfSame<T, bool> = 0>
void print(const T &value, std::ostream &out, Rank<7>) {
  out << (value ? "true" : "false");
}
template <typename T, IfSame<T, std::nullptr_t> = 0>
void print(const T &, std::ostream &out, Rank<7>) {
  out << "(nullptr)";
}
template <typename T, IfSame<T, std::string> = 0>
void print(const T &text, std::ostream &out, Rank<7>) {
  print_text(text, out);
}

template <typename T>
struct IsCharacter : std::integral_constant<bool, std::is_same<T, char>::value ||
                                                      std::is_same<T, signed char>::value ||
                                                      std::is_same<T, unsigned char>::value> {};

template <typename T, typename std::enable_if<IsCharacter<T>::value, int>::type = 0>
void print(const T &character, std::ostream &out, Rank<7>) {
  out << '\'' << static_cast<char>(character) << "' (" << static_cast<int>(character) << ')';
}

// Pointers and arrays.
template <typename T, IfSame<const char *, typename std::decay<const T>::type> = 0>
void print(const T &array_or_pointer, std::ostream &out, Rank<7>) {
  const char *text = array_or_pointer;
  if (text)
    print_text(text, out);
  else
    out << "NULL";
}
template <typename T, IfSame<T, char *> = 0>
void print(const T &pointer, std::ostream &out, Rank<7>) {
  print_value(static_cast<const char *>(pointer), out);
}

template <typename T>
auto print(const T &value, std::ostream &out, Rank<5>)
    -> decltype(static_cast<void>(out << value)) {
  out << value;
}

template <typename T>
typename std::enable_if<std::is_enum<T>::value>::type print(const T &value, std::ostream &out,
                                                            Rank<4>) {
  out << static_cast<long long>(value);
}

template <typename A, typename B>
void print(const std::pair<A, B> &pair, std::ostream &out, Rank<4>) {
  out << '(';
  print_value(pair.first, out);
  out << ", ";
  print_value(pair.second, out);
  out << ')';
}

template <typename... Ts, std::size_t... Indices>
void print_tuple(const std::tuple<Ts...> &tuple, std::ostream &out,
                 std::index_sequence<Indices...>) {
  out << '(';
  const int each[] = {
      0, (out << (Indices == 0 ? "" : ", "), print_value(std::get<Indices>(tuple), out), 0)...};
  static_cast<void>(each);
  out << ')';
}

template <typename... Ts>
void print(const std::tuple<Ts...> &tuple, std::ostream &out, Rank<4>) {
  print_tuple(tuple, out, std::index_sequence_for<Ts...>());
}

template <typename T>
auto print(const T &range, std::ostream &out, Rank<3>)
    -> decltype(static_cast<void>(range.begin() != range.end())) {
  const char *before = "{ ";
  for (const auto &element : range) {
    out << before;
    print_value(element, out);
    before = ", ";
  }
  out << (range.begin() == range.end() ? "{}" : " }");
}

template <typename T>
void print(const T &, std::ostream &out, Rank<0>) {
  out << sizeof(T) << "-byte object";
}

template <typename T>
void print_value(const T &value, std::ostream &out) {
  print(value, out, Rank<9>());
}

}  // namespace internal

template <typename T>
std::string PrintToString(const T &value) {
  std::ostringstream out;
  internal::print_value(value, out);
  return out.str();
}

}  // namespace testing
