// fetch_add loses no increment.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> counter;

static void count() {
  counter.fetch_add(1);
}

int main() {
  std::thread first(count);
  std::thread second(count);
  first.join();
  second.join();
  assert(counter == 2);
}
