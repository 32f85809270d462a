// A deferred function that nobody asks for never runs.
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <future>

int main() {
  int runs = 0;
  {
    auto future = std::async(std::launch::deferred, [&runs] { ++runs; });
    assert(runs == 0);
  }
  assert(runs == 1);  // violation
}
