// A virtual call reaches the function of the object's own class.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <cassert>

struct Shape {
  int corners_at_birth = -1;
  Shape() { corners_at_birth = corners(); }
  virtual ~Shape() = default;
  virtual int corners() const { return 0; }
};
struct Square : Shape {
  int corners() const override { return 4; }
};

int main() {
  Square square;
  const Shape& shape = square;
  assert(shape.corners() == 4);
  assert(shape.corners_at_birth == 0);
}
