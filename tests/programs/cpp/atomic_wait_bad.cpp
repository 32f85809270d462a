// A change without a notification leaves the waiting thread asleep.
// verdict: error deadlock
// flags: -std=c++20
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <thread>

static std::atomic<int> stage;

int main() {
  std::thread worker([] {
    stage.wait(0);  // violation
  });
  stage = 1;
  worker.join();  // violation
}
