// vector::at throws, and nobody catches it.
// verdict: error uncaught-exception
// message: uncaught exception of type std::out_of_range
// message: __n (which is 3) >= this->size() (which is 3)
// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>
#include <vector>

int main() {
  std::vector<int> numbers(3);
  numbers.at(3) = 1;  // violation
}
