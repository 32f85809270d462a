// Screens: see screen.h.
// SPDX-License-Identifier: Apache-2.0
#include "screen.h"

#include <algorithm>
#include <cassert>

namespace jbb {

Screen::Screen(int lines, int columns)
    : columns_(columns), lines_(lines, std::string(columns, ' ')) {}

void Screen::clear() {
  for (std::string& line : lines_) line.assign(columns_, ' ');
}

void Screen::put(int line, int column, const std::string& text) {
  assert(line >= 0 && line < line_count() && column >= 0 && column < columns_);
  const int length = std::min(static_cast<int>(text.size()), columns_ - column);
  lines_[line].replace(column, length, text, 0, length);
}

void Screen::put(int line, int column, int number) { put(line, column, std::to_string(number)); }

void Screen::put(int line, int column, Money amount) { put(line, column, to_text(amount)); }

void Screen::put_address(int line, int column, const Address& address) {
  put(line, column, address.street());
  put(line + 1, column, address.city_line());
}

int Screen::filled() const {
  int places = 0;
  for (const std::string& line : lines_) {
    places += columns_ - static_cast<int>(std::count(line.begin(), line.end(), ' '));
  }
  return places;
}

}  // namespace jbb
