// How amounts are printed.
//
// SPDX-License-Identifier: Apache-2.0
#include "money.h"

namespace cocome {

std::string to_string(Money amount) {
  const long cents = amount.is_negative() ? -amount.in_cents() : amount.in_cents();
  const std::string fraction = std::to_string(cents % 100);
  return (amount.is_negative() ? "-" : "") + std::to_string(cents / 100) +
         (fraction.size() < 2 ? ".0" : ".") + fraction;
}

}  // namespace cocome
