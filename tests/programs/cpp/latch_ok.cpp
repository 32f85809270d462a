// A latch opens when all have counted down.
// verdict: verified
// flags: -std=c++20
// SPDX-License-Identifier: Apache-2.0
#include <latch>
#include <thread>

static std::latch ready(2);
static int a, b;

int main() {
  std::thread first([] {
    a = 1;
    ready.count_down();
  });
  std::thread second([] {
    b = 1;
    ready.count_down();
  });
  ready.wait();
  const int sum = a + b;
  first.join();
  second.join();
  return sum - 2;
}
