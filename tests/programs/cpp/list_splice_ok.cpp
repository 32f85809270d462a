// A list moves nodes to another without copying them.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <list>

int main() {
  std::list<int> from{3, 1, 2};
  std::list<int> to;
  from.sort();
  to.splice(to.end(), from, from.begin());
  to.push_front(0);
  to.reverse();
  assert((to == std::list<int>{1, 0}));
  assert(from.size() == 2);
}
