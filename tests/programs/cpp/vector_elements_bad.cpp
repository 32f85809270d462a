// Threads must not use the same element.
// verdict: error data-race
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <thread>
#include <vector>

int main() {
  std::vector<int> numbers(2);
  int* elements = numbers.data();
  std::thread worker([elements] {
    elements[0] = 1;  // violation
  });
  elements[0] = 2;  // violation
  worker.join();
  assert(numbers[1] == 0);
}
