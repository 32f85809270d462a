// A detached thread is waited for by a flag of the program's own.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <thread>

static std::atomic<bool> done;

static void start() {
  static int value;
  std::thread([&value2 = value] {
    value2 = 1;
    done = true;
  }).detach();
}

int main() {
  start();
  while (!done) std::this_thread::yield();
}
