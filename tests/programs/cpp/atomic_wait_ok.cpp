// A thread that waits on an atomic is notified after the change.
// verdict: verified
// flags: -std=c++20
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <thread>

static std::atomic<int> stage;

int main() {
  std::thread worker([] {
    stage.wait(0);
  });
  stage = 1;
  stage.notify_one();
  worker.join();
}
