// A lambda that captures by value outlives the function that made it.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <functional>

static std::function<int()> make(int start) {
  int value = start;
  return [=] {
    return value + 1;
  };
}

int main() {
  assert(make(4)() == 5);
}
