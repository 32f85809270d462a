// Input is refused by name.
// verdict: unsupported
// message: _ZSt3cin
// SPDX-License-Identifier: Apache-2.0
#include <iostream>

int main() {
  int number = 0;
  std::cin >> number;
  return number;
}
