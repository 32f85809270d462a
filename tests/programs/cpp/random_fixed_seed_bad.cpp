// Different seeds give different numbers.
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cassert>
#include <numeric>
#include <random>
#include <vector>

int main() {
  std::mt19937 generator;
  std::mt19937 other(1);
  const auto first = generator();
  assert(first == 3499211612u);
  assert(first == other());  // violation
  std::vector<int> numbers(10);
  std::iota(numbers.begin(), numbers.end(), 0);
  std::shuffle(numbers.begin(), numbers.end(), generator);
  std::sort(numbers.begin(), numbers.end());
  assert(numbers[9] == 9);
}
