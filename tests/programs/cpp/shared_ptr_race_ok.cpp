// Each thread has a shared_ptr of its own to one object.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <thread>

int main() {
  auto shared = std::make_shared<int>(1);
  std::thread worker([own = shared]() mutable {
    own.reset();
  });
  shared.reset();
  worker.join();
}
