// vector::at throws where there is no element.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>
#include <vector>

int main() {
  std::vector<int> numbers(3);
  try {
    numbers.at(3) = 1;
  } catch (const std::out_of_range&) {
  }
}
