// Two threads take memory from the same monotonic buffer, which is not made for that.
// verdict: error data-race
// flags: -std=c++20
// SPDX-License-Identifier: Apache-2.0
#include <memory_resource>
#include <thread>
#include <vector>

static std::pmr::monotonic_buffer_resource arena;

static void fill() {
  std::pmr::vector<int> numbers(&arena);
  numbers.push_back(1);  // violation
}

int main() {
  std::thread other(fill);
  fill();
  other.join();
}
