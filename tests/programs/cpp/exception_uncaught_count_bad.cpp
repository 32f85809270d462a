// In a handler nothing is uncaught.
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <exception>

static int during;

struct Probe {
  ~Probe() { during = std::uncaught_exceptions(); }
};

int main() {
  try {
    Probe probe;
    throw 1;
  } catch (int) {
    assert(std::uncaught_exceptions() == 1);  // violation
  }
  assert(during == 1);
}
