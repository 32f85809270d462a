// Two objects that own each other are never deleted.
// verdict: error leak
// options: --errors +leak
// SPDX-License-Identifier: Apache-2.0
#include <memory>

struct Node {
  std::shared_ptr<Node> next;
  std::shared_ptr<Node> previous;
};

int main() {
  auto first = std::make_shared<Node>();  // violation
  auto second = std::make_shared<Node>();  // violation
  first->next = second;
  second->previous = first;
}
