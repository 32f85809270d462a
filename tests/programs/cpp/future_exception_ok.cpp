// get throws what the task threw.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <future>
#include <stdexcept>

int main() {
  auto future = std::async(std::launch::async, []() -> int { throw std::runtime_error("task"); });
  try {
    future.get();
    assert(false);
  } catch (const std::runtime_error&) {
  }
}
