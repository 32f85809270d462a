// A failed cast of a reference throws std::bad_cast.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <typeinfo>

struct Base {
  virtual ~Base() = default;
};
struct Derived : Base {
  int value = 1;
};

static int value_of(Base& object) {
  return dynamic_cast<Derived&>(object).value;
}

int main() {
  Base base;
  try {
    value_of(base);
  } catch (const std::bad_cast&) {
  }
}
