// A clause for the base class comes first and takes everything.
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
#include <cassert>

struct Base {
  virtual ~Base() = default;
};
struct Derived : Base {};

static int caught_by(bool derived) {
  try {
    if (derived) throw Derived();
    throw 42;
  } catch (const Base&) {
    return 2;
  } catch (int number) {
    return number;
  }
}

int main() {
  assert(caught_by(false) == 42);
  assert(caught_by(true) == 1);  // violation
}
