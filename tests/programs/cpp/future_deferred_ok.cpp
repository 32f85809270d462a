// A deferred function runs when its result is asked for.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <future>

int main() {
  int runs = 0;
  {
    auto future = std::async(std::launch::deferred, [&runs] { ++runs; });
    assert(runs == 0);
    future.get();
  }
  assert(runs == 1);
}
