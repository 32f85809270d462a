// Two atomics are not changed at once.
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <cassert>
#include <thread>

struct Pair {
  int a, b;
};
static std::atomic<int> a, b;

int main() {
  std::thread writer([] { a = b = 1; });
  const Pair seen{a, b};
  assert(seen.a == seen.b);  // violation
  writer.join();
}
