// A thread catches what it throws.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>
#include <thread>

static void work() {
  throw std::logic_error("no work");
}

int main() {
  std::thread worker([] {
    try {
      work();
    } catch (const std::logic_error&) {
    }
  });
  worker.join();
}
