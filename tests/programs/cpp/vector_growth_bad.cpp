// A reference into a vector is not, when the vector grows.
// verdict: error use-after-free
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <vector>

int main() {
  std::vector<int> numbers{1};
  int& first = numbers[0];
  for (int k = 2; k <= 20; ++k) numbers.push_back(k);
  first = 7;  // violation
  assert(numbers.size() == 20 && numbers[0] == 7 && numbers.at(19) == 20);
}
