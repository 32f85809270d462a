// A virtual base is found through the object's own table.
// verdict: verified
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
  assert(constructed == 1);
}
