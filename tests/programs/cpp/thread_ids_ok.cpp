// Threads have different ids.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <thread>

int main() {
  const std::thread::id mine = std::this_thread::get_id();
  std::thread::id other;
  std::thread worker([&other] { other = std::this_thread::get_id(); });
  assert(worker.get_id() != mine);
  worker.join();
  assert(other != mine);
  assert(worker.get_id() == std::thread::id());
}
