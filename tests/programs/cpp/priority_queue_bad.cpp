// It gives the greatest first, not the least.
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cassert>
#include <queue>
#include <vector>

int main() {
  std::priority_queue<int> queue;
  for (int number : {3, 9, 1, 7}) queue.push(number);
  std::vector<int> order;
  for (; !queue.empty(); queue.pop()) order.push_back(queue.top());
  assert(std::is_sorted(order.begin(), order.end()));  // violation
}
