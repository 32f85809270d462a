// Locales other than the classic one are refused by name.
// verdict: unsupported
// message: _ZNSt6localeC1EPKc
// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <locale>

int main() {
  std::cout.imbue(std::locale("de_DE.UTF-8"));
  std::cout << 1.5 << std::endl;
}
