// A thread gets copies of its arguments.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <functional>
#include <thread>

static void increment(int& value) {
  ++value;
}

int main() {
  int value = 1;
  std::thread worker(increment, std::ref(value));
  worker.join();
  ++value;
  assert(value == 3);
}
