// The constructor does not need the derived class.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
struct Base {
  Base() { prepare(); }
  virtual ~Base() = default;
  void prepare() {}
  virtual void work() = 0;
};
struct Derived : Base {
  void work() override {}
};

int main() {
  Derived derived;
  derived.work();
}
