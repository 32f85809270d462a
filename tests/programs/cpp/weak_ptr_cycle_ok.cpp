// A weak_ptr backwards lets both objects go.
// verdict: verified
// options: --errors +leak
// SPDX-License-Identifier: Apache-2.0
#include <memory>

struct Node {
  std::shared_ptr<Node> next;
  std::weak_ptr<Node> previous;
};

int main() {
  auto first = std::make_shared<Node>();
  auto second = std::make_shared<Node>();
  first->next = second;
  second->previous = first;
}
