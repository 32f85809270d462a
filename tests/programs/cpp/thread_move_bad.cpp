// join of a thread that was moved away throws.
// verdict: error uncaught-exception
// message: uncaught exception of type std::system_error: Invalid argument
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <system_error>
#include <thread>
#include <utility>

int main() {
  std::thread first([] {});
  std::thread second = std::move(first);
  assert(!first.joinable() && second.joinable());
  second.join();
  first.join();  // violation
}
