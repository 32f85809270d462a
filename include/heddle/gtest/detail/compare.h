// The comparisons behind EXPECT_EQ and its like.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>

#include "gtest/detail/failure.h"

namespace testing {
namespace internal {

template <typename A, typename B>
AssertionResult failed_comparison(const char *relation, const char *a_text, const char *b_text,
                                  const A &a, const B &b) {
  return AssertionFailure() << "Expected: (" << a_text << ") " << relation << " (" << b_text
                            << "), actual: " << PrintToString(a) << " vs " << PrintToString(b);
}

#define HEDDLE_GTEST_COMPARISON(name, relation)                                                    \
  template <typename A, typename B>                                                                \
  AssertionResult compare_##name(const char *a_text, const char *b_text, const A &a, const B &b) { \
    if (a relation b) return AssertionSuccess();                                                   \
    return failed_comparison(#relation, a_text, b_text, a, b);                                     \
  }
HEDDLE_GTEST_COMPARISON(ne, !=)
HEDDLE_GTEST_COMPARISON(lt, <)
HEDDLE_GTEST_COMPARISON(le, <=)
HEDDLE_GTEST_COMPARISON(gt, >)
HEDDLE_GTEST_COMPARISON(ge, >=)
#undef HEDDLE_GTEST_COMPARISON

// EXPECT_EQ(NULL, pointer): as an argument of a template NULL would be a number.
template <typename A, typename B,
          typename std::enable_if<!std::is_integral<A>::value || !std::is_pointer<B>::value,
                                  int>::type = 0>
AssertionResult compare_eq(const char *a_text, const char *b_text, const A &a, const B &b) {
  if (a == b) return AssertionSuccess();
  return failed_comparison("==", a_text, b_text, a, b);
}
template <typename T>
AssertionResult compare_eq(const char *a_text, const char *b_text, std::nullptr_t a, T *b) {
  if (a == b) return AssertionSuccess();
  return failed_comparison("==", a_text, b_text, a, b);
}

enum class Case { Exact, Ignored };

inline char in_case(char c, Case mode) {
  return mode == Case::Ignored && c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

inline bool same_text(const char *a, const char *b, Case mode) {
  if (!a || !b) return a == b;
  while (*a && in_case(*a, mode) == in_case(*b, mode)) {
    ++a;
    ++b;
  }
  return in_case(*a, mode) == in_case(*b, mode);
}

inline AssertionResult compare_text(const char *relation, const char *a_text, const char *b_text,
                                    const char *a, const char *b, bool want_same, Case mode) {
  if (same_text(a, b, mode) == want_same) return AssertionSuccess();
  return failed_comparison(relation, a_text, b_text, a, b);
}

// Numbers of one sign in the order of their values: neighbours differ by one.
inline std::int64_t order_of(double value) {
  std::int64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits < 0 ? std::numeric_limits<std::int64_t>::min() - bits : bits;
}
inline std::int32_t order_of(float value) {
  std::int32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits < 0 ? std::numeric_limits<std::int32_t>::min() - bits : bits;
}

// At most four floating-point numbers apart, as in GoogleTest; a NaN is equal to nothing.
template <typename Float>
AssertionResult compare_floats(const char *a_text, const char *b_text, Float a, Float b) {
  constexpr std::uint64_t kUnits = 4;
  const auto first = order_of(a);
  const auto second = order_of(b);
  const std::uint64_t distance =
      first < second ? static_cast<std::uint64_t>(second) - static_cast<std::uint64_t>(first)
                     : static_cast<std::uint64_t>(first) - static_cast<std::uint64_t>(second);
  if (a == a && b == b && distance <= kUnits) return AssertionSuccess();
  return failed_comparison("==", a_text, b_text, a, b);
}

inline AssertionResult compare_near(const char *a_text, const char *b_text, const char *bound_text,
                                    double a, double b, double bound) {
  const double difference = std::fabs(a - b);
  if (difference <= bound || a == b) return AssertionSuccess();
  return AssertionFailure() << "The difference between " << a_text << " and " << b_text << " is "
                            << difference << ", which exceeds " << bound_text << " (" << bound
                            << "): " << a << " vs " << b;
}

inline AssertionResult check_truth(const AssertionResult &value, const char *text, bool wanted) {
  if (static_cast<bool>(value) == wanted) return AssertionSuccess();
  AssertionResult failure = AssertionFailure() << "Value of: " << text;
  failure << ", actual: " << (wanted ? "false" : "true");
  if (*value.message()) failure << " (" << value.message() << ")";
  return failure << ", expected: " << (wanted ? "true" : "false");
}

template <typename Predicate, typename... Ts>
AssertionResult check_predicate(const char *predicate_text, const char *arguments_text,
                                Predicate predicate, const Ts &...values) {
  if (predicate(values...)) return AssertionSuccess();
  AssertionResult failure = AssertionFailure()
                            << predicate_text << "(" << arguments_text << ") is false, with";
  const char *separator = " ";
  const int each[] = {(failure << separator << PrintToString(values), separator = ", ", 0)...};
  static_cast<void>(each);
  return failure;
}

}  // namespace internal
}  // namespace testing
