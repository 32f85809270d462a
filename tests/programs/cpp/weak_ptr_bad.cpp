// The object behind a weak_ptr may be gone.
// verdict: error null-pointer
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
  const int value = *again;  // violation
  assert(value == 0);
}
