// Without a mutex, output of two threads is mixed.
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <cassert>
#include <iostream>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::atomic<int> writers;

static void say(int number) {
  ++writers;
  std::cout << number << '\n';
  assert(--writers == 0);  // violation
}

int main() {
  std::thread worker(say, 1);
  say(2);
  worker.join();
}
