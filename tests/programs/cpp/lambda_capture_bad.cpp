// A lambda that captures by reference does not.
// verdict: error use-after-return
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <functional>

static std::function<int()> make(int start) {
  int value = start;
  return [&value] {
    return value + 1;  // violation
  };
}

int main() {
  assert(make(4)() == 5);
}
