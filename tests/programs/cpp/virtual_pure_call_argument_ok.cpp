// A pure virtual function that takes and returns something, called when the object is complete.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
struct Shape {
  virtual ~Shape() = default;
  void describe(int scale) {
    area(scale, 1.0);
  }
  virtual double area(int scale, double unit) = 0;
};

struct Square : Shape {
  double area(int scale, double unit) override { return scale * unit; }
};

int main() {
  Square square;
  square.describe(2);
}
