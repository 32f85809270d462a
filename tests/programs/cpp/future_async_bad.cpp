// The result is used before get has waited for it.
// verdict: error data-race
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <future>

int main() {
  int shared = 0;
  std::future<int> future = std::async(std::launch::async, [&shared] {
    shared = 1;  // violation
    return 2;
  });
  assert(shared <= 1);  // violation
  assert(future.get() == 2);
}
