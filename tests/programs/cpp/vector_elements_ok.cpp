// Threads may use different elements of one vector.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <thread>
#include <vector>

int main() {
  std::vector<int> numbers(2);
  int* elements = numbers.data();
  std::thread worker([elements] {
    elements[0] = 1;
  });
  elements[1] = 2;
  worker.join();
  assert(numbers[0] == 1 && numbers[1] == 2);
}
