// A pure virtual function that takes and returns something, called from a base's constructor.
// verdict: error abort
// message: call of a pure virtual function
// SPDX-License-Identifier: Apache-2.0
struct Shape {
  Shape() { describe(2); }
  virtual ~Shape() = default;
  void describe(int scale) {
    area(scale, 1.0);  // violation
  }
  virtual double area(int scale, double unit) = 0;
};

struct Square : Shape {
  double area(int scale, double unit) override { return scale * unit; }
};

int main() { Square square; }
