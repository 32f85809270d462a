// A destructor that runs during unwinding may throw and catch.
// verdict: verified
// flags: -Wno-exceptions
// SPDX-License-Identifier: Apache-2.0
#include <cassert>

static int inner;

struct Careful {
  ~Careful() {
    try {
      throw 2;
    } catch (int number) {
      inner = number;
    }
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
