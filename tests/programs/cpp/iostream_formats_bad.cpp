// A width holds for one insertion only.
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <iomanip>
#include <iostream>
#include <sstream>

static std::string text(double value) {
  std::ostringstream stream;
  stream << std::fixed << std::setprecision(2) << value;
  return stream.str();
}

int main() {
  std::cout << "int " << -42 << ' ' << 7u << ' ' << 1234567890123L << '\n';
  std::cout << std::hex << std::showbase << 255 << ' ' << 0 << std::dec << " " << std::oct << 8 << std::dec << std::endl;
  std::cout << std::setw(6) << 42 << '|' << std::left << std::setw(6) << -42 << '|' << std::internal
            << std::setfill('*') << std::setw(6) << -42 << '|' << '\n';
  std::cout << 1.5 << ' ' << 1e100 << ' ' << std::scientific << 12345.678 << std::defaultfloat << ' ' << 0.1f << '\n';
  std::cout << true << ' ' << std::boolalpha << false << ' ' << std::string("text") << '\n';
  assert(text(2.5) == "2.50");
  std::ostringstream narrow;
  narrow << std::setw(3) << 1 << 2;
  assert(narrow.str() == "  1  2");  // violation
}
