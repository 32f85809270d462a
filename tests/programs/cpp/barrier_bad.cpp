// Who only arrives does not wait.
// verdict: error data-race
// flags: -std=c++20
// SPDX-License-Identifier: Apache-2.0
#include <barrier>
#include <thread>

static std::barrier rendezvous(2);
static int value[2];

static int exchange(int self) {
  value[self] = 1;  // violation
  (void)rendezvous.arrive();
  return value[1 - self];  // violation
}

int main() {
  std::thread other([] { exchange(1); });
  const int seen = exchange(0);
  other.join();
  return seen - 1;
}
