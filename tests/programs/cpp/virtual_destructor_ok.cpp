// delete through the base runs the whole destructor.
// verdict: verified
// options: --errors +leak
// flags: -Wno-delete-non-virtual-dtor -Wno-delete-non-abstract-non-virtual-dtor
// SPDX-License-Identifier: Apache-2.0
struct Base {
  virtual ~Base() = default;
};
struct Derived : Base {
  int* owned = new int(1);
  ~Derived() { delete owned; }
};

int main() {
  Base* object = new Derived;
  delete object;
}
