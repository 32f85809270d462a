// Caught by its second base, the object is seen at that base's place.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <cassert>

struct First {
  int first = 1;
};
struct Second {
  int second = 2;
};
struct Both : First, Second {};

int main() {
  try {
    throw Both();
  } catch (const Second& part) {
    assert(part.second == 2);
  }
}
