// Of two mutexes both must be held.
// verdict: error data-race
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex first, second;
static int both;

int main() {
  std::thread one([] {
    std::scoped_lock lock(first);
    ++both;  // violation
  });
  std::thread two([] {
    std::scoped_lock lock(second);
    ++both;  // violation
  });
  one.join();
  two.join();
  assert(both == 2);
}
