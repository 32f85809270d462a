// A moved-from thread is not joinable, the one moved to is.
// verdict: verified
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
  try {
    first.join();
  } catch (const std::system_error& error) {
    assert(error.code() == std::errc::invalid_argument);
  }
}
