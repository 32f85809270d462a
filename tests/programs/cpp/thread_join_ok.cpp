// join orders what the thread did before what comes after.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <thread>

int main() {
  int result = 0;
  std::thread worker([&result] {
    result = 42;
  });
  worker.join();
  assert(result == 42);
}
