// An index stays good when the vector grows.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <vector>

int main() {
  std::vector<int> numbers{1};
  for (int k = 2; k <= 20; ++k) numbers.push_back(k);
  int& first = numbers[0];
  first = 7;
  assert(numbers.size() == 20 && numbers[0] == 7 && numbers.at(19) == 20);
}
