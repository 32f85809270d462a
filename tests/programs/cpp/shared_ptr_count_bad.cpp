// A pointer taken from a shared_ptr does not keep the object alive.
// verdict: error use-after-free, data-race
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <memory>
#include <thread>

struct Node {
  int value = 4;
};

int main() {
  auto node = std::make_shared<Node>();
  std::thread worker([node = node.get()] {
    assert(node->value == 4);  // violation
  });
  node.reset();  // violation
  worker.join();
}
