// A postal address. Never changes after it was made.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace jbb {

class Address {
 public:
  Address(std::string street, std::string city, std::string state, std::string postal_code);

  const std::string& street() const { return street_; }
  const std::string& city() const { return city_; }
  const std::string& state() const { return state_; }
  const std::string& postal_code() const { return postal_code_; }
  // For a label: city, state and postal code in one line.
  std::string city_line() const;

 private:
  std::string street_;
  std::string city_;
  std::string state_;
  std::string postal_code_;
};

// A made-up address, a different one for each number.
Address make_address(int number);

}  // namespace jbb
