// The constructor of the virtual base runs once, not twice.
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
#include <cassert>

static int constructed;

struct Top {
  int value = 7;
  Top() { ++constructed; }
  virtual ~Top() = default;
};
struct Left : virtual Top {};
struct Right : virtual Top {};
struct Bottom : Left, Right {};

int main() {
  try {
    throw Bottom();
  } catch (const Top& top) {
    assert(top.value == 7);
  }
  assert(constructed == 2);  // violation
}
