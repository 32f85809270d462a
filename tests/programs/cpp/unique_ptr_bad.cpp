// Two unique_ptrs own the same object.
// verdict: error double-free
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <memory>
#include <utility>

int main() {
  auto first = std::make_unique<int>(3);
  std::unique_ptr<int> second(first.get());
  assert(*second == 3);
  delete second.release();
  delete first.release();  // violation
}
