// A load and a store lose an increment.
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> counter;

static void count() {
  counter.store(counter.load() + 1);
}

int main() {
  std::thread first(count);
  std::thread second(count);
  first.join();
  second.join();
  assert(counter == 2);  // violation
}
