// During unwinding the exception counts as uncaught, in its handler no more.
// verdict: verified
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
    assert(std::uncaught_exceptions() == 0);
  }
  assert(during == 1);
}
