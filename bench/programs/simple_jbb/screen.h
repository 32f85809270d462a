// The screen of a terminal: lines of text that a transaction fills in. Belongs to one client.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "address.h"
#include "money.h"

namespace jbb {

class Screen {
 public:
  Screen(int lines, int columns);

  void clear();
  // Text beyond the right edge is cut off; a place outside the screen is an error of the caller.
  void put(int line, int column, const std::string& text);
  void put(int line, int column, int number);
  void put(int line, int column, Money amount);
  // Two lines, from this one on.
  void put_address(int line, int column, const Address& address);

  int line_count() const { return static_cast<int>(lines_.size()); }
  const std::string& line(int index) const { return lines_[index]; }
  // How many places are not blank.
  int filled() const;

 private:
  const int columns_;
  std::vector<std::string> lines_;
};

}  // namespace jbb
