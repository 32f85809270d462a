// Data written after the flag is set race with the reader.
// verdict: error data-race
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <cassert>
#include <thread>

static int data;
static std::atomic<bool> ready;

int main() {
  std::thread writer([] {
    ready.store(true, std::memory_order_release);
    data = 1;  // violation
  });
  if (ready.load(std::memory_order_acquire))
    assert(data <= 1);  // violation
  writer.join();
}
