// An atomic shared_ptr is replaced while others read it.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

static std::shared_ptr<int> current = std::make_shared<int>(1);

int main() {
  std::thread writer([] { std::atomic_store(&current, std::make_shared<int>(2)); });
  const std::shared_ptr<int> seen = std::atomic_load(&current);
  assert(*seen == 1 || *seen == 2);
  writer.join();
}
