// Amounts of money: see money.h.
// SPDX-License-Identifier: Apache-2.0
#include "money.h"

namespace jbb {
namespace {

constexpr int whole = 10000;

}  // namespace

Money& Money::operator+=(Money other) {
  cents += other.cents;
  return *this;
}

Money& Money::operator-=(Money other) {
  cents -= other.cents;
  return *this;
}

Money operator+(Money a, Money b) { return {a.cents + b.cents}; }

Money operator-(Money a, Money b) { return {a.cents - b.cents}; }

Money operator*(Money a, int factor) { return {a.cents * factor}; }

Money share_of(Money a, int rate) { return {(a.cents * rate + whole / 2) / whole}; }

std::string to_text(Money amount) {
  const long cents = amount.cents < 0 ? -amount.cents : amount.cents;
  std::string text = amount.cents < 0 ? "-" : "";
  text += std::to_string(cents / 100) + (cents % 100 < 10 ? ".0" : ".");
  return text + std::to_string(cents % 100);
}

}  // namespace jbb
