// async runs in a thread of its own, and get waits for it.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <future>

int main() {
  int shared = 0;
  std::future<int> future = std::async(std::launch::async, [&shared] {
    shared = 1;
    return 2;
  });
  assert(future.get() == 2);
  assert(shared == 1);
}
