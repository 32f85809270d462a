// A thread that gets a reference races with its creator.
// verdict: error data-race
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <functional>
#include <thread>

static void increment(int& value) {
  ++value;  // violation
}

int main() {
  int value = 1;
  std::thread worker(increment, std::ref(value));
  ++value;  // violation
  worker.join();
}
