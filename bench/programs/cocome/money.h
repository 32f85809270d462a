// Amounts of money, in cents, so that sums are exact.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <string>

namespace cocome {

class Money {
 public:
  constexpr Money() = default;
  static constexpr Money cents(long cents) { return Money(cents); }

  constexpr long in_cents() const { return cents_; }
  constexpr bool is_negative() const { return cents_ < 0; }

  constexpr Money& operator+=(Money other) {
    cents_ += other.cents_;
    return *this;
  }
  constexpr Money& operator-=(Money other) {
    cents_ -= other.cents_;
    return *this;
  }
  friend constexpr Money operator+(Money left, Money right) { return left += right; }
  friend constexpr Money operator-(Money left, Money right) { return left -= right; }
  friend constexpr Money operator*(Money left, long factor) { return Money(left.cents_ * factor); }
  friend constexpr auto operator<=>(Money, Money) = default;

 private:
  explicit constexpr Money(long cents) : cents_(cents) {}

  long cents_ = 0;
};

// With a point before the last two digits.
std::string to_string(Money amount);

}  // namespace cocome
