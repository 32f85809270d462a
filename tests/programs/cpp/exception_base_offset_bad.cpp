// A private base class does not catch.
// verdict: error uncaught-exception
// message: uncaught exception of type Both
// SPDX-License-Identifier: Apache-2.0
#include <cassert>

struct First {
  int first = 1;
};
struct Second {
  int second = 2;
};
struct Both : First, private Second {};

int main() {
  try {
    throw Both();  // violation
  } catch (const Second& part) {
    assert(part.second == 2);
  }
}
