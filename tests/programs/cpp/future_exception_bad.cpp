// Nobody catches what get throws.
// verdict: error uncaught-exception
// message: uncaught exception of type std::runtime_error: task
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <future>
#include <stdexcept>

int main() {
  auto future = std::async(std::launch::async, []() -> int { throw std::runtime_error("task"); });
  future.get();  // violation
}
