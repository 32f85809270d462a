// After the inner handler the outer exception is the current one again.
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <exception>

static int current() {
  try {
    std::rethrow_exception(std::current_exception());
  } catch (int number) {
    return number;
  }
}

int main() {
  try {
    throw 1;
  } catch (int) {
    try {
      throw 2;
    } catch (int) {
      assert(current() == 2);
    }
    assert(current() == 3);  // violation
  }
  assert(std::current_exception() == nullptr);
}
