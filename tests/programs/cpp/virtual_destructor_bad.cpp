// Without a virtual destructor, delete through the base leaves the rest behind.
// verdict: error leak
// options: --errors +leak
// flags: -Wno-delete-non-virtual-dtor -Wno-delete-non-abstract-non-virtual-dtor
// SPDX-License-Identifier: Apache-2.0
struct Base {
};
struct Derived : Base {
  int* owned = new int(1);  // violation
  ~Derived() { delete owned; }
};

int main() {
  Base* object = new Derived;
  delete object;
}
