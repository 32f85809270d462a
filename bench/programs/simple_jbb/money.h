// Amounts of money, in cents, so that sums are exact.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <string>

namespace jbb {

struct Money {
  long cents = 0;

  Money& operator+=(Money other);
  Money& operator-=(Money other);
  auto operator<=>(const Money&) const = default;
};

Money operator+(Money a, Money b);
Money operator-(Money a, Money b);
Money operator*(Money a, int factor);
// A rate in hundredths of a percent, rounded to whole cents: tax and discount.
Money share_of(Money a, int rate);
// As shown on a screen: 12.05.
std::string to_text(Money amount);

}  // namespace jbb
