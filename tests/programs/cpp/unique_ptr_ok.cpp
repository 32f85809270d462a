// A unique_ptr deletes what it owns once.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <memory>
#include <utility>

int main() {
  auto first = std::make_unique<int>(3);
  std::unique_ptr<int> second(std::move(first));
  assert(!first && *second == 3);
}
