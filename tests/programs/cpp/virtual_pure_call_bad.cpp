// The constructor calls a function that only the derived class has.
// verdict: error abort
// message: call of a pure virtual function
// SPDX-License-Identifier: Apache-2.0
struct Base {
  Base() { prepare(); }
  virtual ~Base() = default;
  void prepare() { work(); }  // violation
  virtual void work() = 0;
};
struct Derived : Base {
  void work() override {}
};

int main() {
  Derived derived;
  derived.work();
}
