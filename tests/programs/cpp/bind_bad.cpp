// The arguments of std::bind in another order: what is added is not what is taken away.
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <cassert>
#include <functional>
#include <thread>

static std::atomic<int> sum{0};

static void take(int much, int many, std::atomic<int>& from) { from -= much * many; }

int main() {
  using namespace std::placeholders;
  auto add = std::bind([](int a, int b, int c) { sum += a - b + c; }, _1, _2, 0);
  std::thread first(add, 1, 3);
  std::thread second(std::bind(take, _1, 2, std::ref(sum)), 1);
  first.join();
  second.join();
  assert(sum == 0);  // violation
}
