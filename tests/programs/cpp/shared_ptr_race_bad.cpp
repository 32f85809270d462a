// Two threads copy and reset one and the same shared_ptr.
// verdict: error data-race
// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <thread>

int main() {
  auto shared = std::make_shared<int>(1);
  std::thread worker([&own = shared]() mutable {
    own.reset();  // violation
  });
  shared.reset();  // violation
  worker.join();
}
