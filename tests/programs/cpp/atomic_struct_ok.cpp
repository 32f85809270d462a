// A small structure is exchanged as a whole.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <cassert>
#include <thread>

struct Pair {
  int a, b;
};
static std::atomic<Pair> pair{Pair{0, 0}};

int main() {
  std::thread writer([] { pair = Pair{1, 1}; });
  const Pair seen = pair;
  assert(seen.a == seen.b);
  writer.join();
}
