// std::bind with placeholders: the order of the arguments is that of the call, and each thread's own.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <cassert>
#include <functional>
#include <thread>

static std::atomic<int> sum{0};

static void take(int much, int many, std::atomic<int>& from) { from -= much * many; }

int main() {
  using namespace std::placeholders;
  auto add = std::bind([](int a, int b, int c) { sum += a - b + c; }, _2, _1, 0);
  std::thread first(add, 1, 3);
  std::thread second(std::bind(take, _1, 2, std::ref(sum)), 1);
  first.join();
  second.join();
  assert(sum == 0);
}
