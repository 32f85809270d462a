// A set holds each element once, in order.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <set>
#include <vector>

int main() {
  std::set<int> numbers{5, 1, 4, 1, 3};
  assert((std::vector<int>(numbers.begin(), numbers.end()) == std::vector<int>{1, 3, 4, 5}));
  assert(*numbers.lower_bound(2) == 3 && *numbers.rbegin() == 5);
  std::multiset<int> all{5, 1, 4, 1, 3};
  assert(all.size() == 5);
}
