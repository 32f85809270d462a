// A destructor that throws ends the program.
// verdict: error uncaught-exception
// flags: -Wno-exceptions
// message: leaves a noexcept function
// SPDX-License-Identifier: Apache-2.0
#include <cassert>

static int inner;

struct Careful {
  ~Careful() {
    throw 2;  // violation
  }
};

int main() {
  try {
    Careful careful;
    throw 1;
  } catch (int number) {
    assert(number == 1 && inner == 2);
  }
}
