// A pointer to const is not caught as a pointer to non-const.
// verdict: error uncaught-exception
// message: uncaught exception of type const char*
// SPDX-License-Identifier: Apache-2.0
#include <cassert>

struct Base {
  int value = 3;
};
struct Other {
  int other = 4;
};
struct Derived : Other, Base {};

int main() {
  static Derived object;
  try {
    throw &object;
  } catch (const Base* base) {
    assert(base->value == 3);
  }
  try {
    throw "text";  // violation
  } catch (char* const& text) {
    assert(text[0] == 't');
  }
  try {
    throw &object;
  } catch (void* any) {
    assert(any == &object);
  }
  try {
    throw nullptr;
  } catch (Base* none) {
    assert(none == nullptr);
  }
}
