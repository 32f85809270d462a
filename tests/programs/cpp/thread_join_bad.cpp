// Without join the result is read while the thread writes it.
// verdict: error data-race
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <thread>

int main() {
  int result = 0;
  std::thread worker([&result] {
    result = 42;  // violation
  });
  assert(result <= 42);  // violation
  worker.join();
}
