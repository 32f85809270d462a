// typeid of an object without virtual functions is the static type.
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <typeinfo>

struct Base {};
struct Derived : Base {};

int main() {
  Derived object;
  const Base& base = object;
  assert(typeid(base) == typeid(Derived));  // violation
  assert(typeid(int) != typeid(long));
  assert(typeid(const int) == typeid(int));
}
