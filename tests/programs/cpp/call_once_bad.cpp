// A flag of one's own does not make others wait.
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <atomic>
#include <thread>

static std::atomic<bool> taken;
static std::atomic<int> calls, value;

static void use() {
  if (!taken.exchange(true)) {
    ++calls;
    value = 7;
  }
  assert(value == 7);  // violation
}

int main() {
  std::thread first(use);
  std::thread second(use);
  first.join();
  second.join();
  assert(calls == 1);
}
