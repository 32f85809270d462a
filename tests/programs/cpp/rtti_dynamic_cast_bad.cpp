// dynamic_cast to a class that the object is not of gives null.
// verdict: error null-pointer
// SPDX-License-Identifier: Apache-2.0
#include <cassert>

struct Left {
  virtual ~Left() = default;
  int left = 1;
};
struct Right {
  virtual ~Right() = default;
  int right = 2;
};
struct Both : Left, Right {};
struct Other : Left {
  int other = 3;
};

static int other_of(Left* object) {
  Other* other = dynamic_cast<Other*>(object);
  return other->other;  // violation
}

int main() {
  Both both;
  Left* left = &both;
  assert(dynamic_cast<Right*>(left) == &both);
  assert(dynamic_cast<Both*>(left) == &both);
  assert(dynamic_cast<void*>(static_cast<Right*>(&both)) == &both);
  assert(other_of(left) == 0);
}
