// Nobody catches the std::bad_cast of a failed cast.
// verdict: error uncaught-exception
// message: uncaught exception of type std::bad_cast
// SPDX-License-Identifier: Apache-2.0
#include <typeinfo>

struct Base {
  virtual ~Base() = default;
};
struct Derived : Base {
  int value = 1;
};

static int value_of(Base& object) {
  return dynamic_cast<Derived&>(object).value;  // violation
}

int main() {
  Base base;
  value_of(base);
}
