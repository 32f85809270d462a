// Output under a mutex comes out whole, in either order.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <cassert>
#include <iostream>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::atomic<int> writers;

static void say(int number) {
  std::lock_guard<std::mutex> guard(mutex);
  ++writers;
  std::cout << number << '\n';
  assert(--writers == 0);
}

int main() {
  std::thread worker(say, 1);
  say(2);
  worker.join();
}
