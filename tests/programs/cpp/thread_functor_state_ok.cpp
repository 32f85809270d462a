// What a thread's functor holds is its own; what it points to is not.
// verdict: verified
// options: --errors +leak
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <memory>
#include <string>
#include <thread>
#include <vector>

int main() {
  std::vector<int> numbers{1, 2, 3};
  auto total = std::make_shared<int>(0);
  std::string text = "short";  // points into itself
  std::thread thread([numbers, &outside = numbers, total, text]() mutable {
    numbers.push_back(int(text.size()));
    for (const int number : numbers) *total += number;
    assert(outside.size() == 3);
  });
  assert(numbers.size() == 3);
  thread.join();
  assert(*total == 11 && numbers.size() == 3);
}
