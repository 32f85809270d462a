// typeid tells the dynamic type of a polymorphic object.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <typeinfo>

struct Base {
  virtual ~Base() = default;
};
struct Derived : Base {};

int main() {
  Derived object;
  const Base& base = object;
  assert(typeid(base) == typeid(Derived));
  assert(typeid(int) != typeid(long));
  assert(typeid(const int) == typeid(int));
}
