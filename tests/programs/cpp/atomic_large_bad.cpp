// An array that is not atomic is written and read at the same time.
// verdict: error data-race
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <atomic>
#include <cassert>
#include <thread>

using Row = std::array<int, 10>;
static Row row;

int main() {
  Row ones;
  ones.fill(1);
  std::thread writer([&] { row = ones; });  // violation
  const Row seen = row;  // violation
  assert(seen.front() == seen.back());
  writer.join();
}
