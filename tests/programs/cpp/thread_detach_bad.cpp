// A detached thread outlives the variable it uses.
// verdict: error use-after-return
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <thread>

static std::atomic<bool> done;

static void start() {
  int value = 0;
  std::thread([&value2 = value] {
    value2 = 1;  // violation
    done = true;
  }).detach();
}

int main() {
  start();
  while (!done) std::this_thread::yield();
}
