// A latch that opens too early lets a reader race with a writer.
// verdict: error data-race
// flags: -std=c++20
// SPDX-License-Identifier: Apache-2.0
#include <latch>
#include <thread>

static std::latch ready(1);
static int a, b;

int main() {
  std::thread first([] {
    a = 1;  // violation
    ready.count_down();
  });
  std::thread second([] {
    b = 1;  // violation
  });
  ready.wait();
  const int sum = a + b;  // violation
  first.join();
  second.join();
  return sum - 2;
}
