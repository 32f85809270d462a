// Addresses: see address.h.
// SPDX-License-Identifier: Apache-2.0
#include "address.h"

#include <utility>

namespace jbb {
namespace {

constexpr const char* cities[] = {"Aldon", "Birkfeld", "Corvin", "Dunmore"};
constexpr const char* states[] = {"AL", "BR", "CO", "DU"};
constexpr int city_count = 4;

}  // namespace

Address::Address(std::string street, std::string city, std::string state, std::string postal_code)
    : street_(std::move(street)),
      city_(std::move(city)),
      state_(std::move(state)),
      postal_code_(std::move(postal_code)) {}

std::string Address::city_line() const { return city_ + ", " + state_ + " " + postal_code_; }

Address make_address(int number) {
  const int place = number % city_count;
  return {std::to_string(number + 1) + " Main St", cities[place], states[place],
          std::to_string(10000 + 37 * number)};
}

}  // namespace jbb
