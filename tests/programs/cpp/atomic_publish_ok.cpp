// Data written before the flag is set are read after it is seen.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <cassert>
#include <thread>

static int data;
static std::atomic<bool> ready;

int main() {
  std::thread writer([] {
    data = 1;
    ready.store(true, std::memory_order_release);
  });
  if (ready.load(std::memory_order_acquire))
    assert(data == 1);
  writer.join();
}
