// At a barrier each waits for the other.
// verdict: verified
// flags: -std=c++20
// SPDX-License-Identifier: Apache-2.0
#include <barrier>
#include <thread>

static std::barrier rendezvous(2);
static int value[2];

static int exchange(int self) {
  value[self] = 1;
  rendezvous.arrive_and_wait();
  return value[1 - self];
}

int main() {
  std::thread other([] { exchange(1); });
  const int seen = exchange(0);
  other.join();
  return seen - 1;
}
