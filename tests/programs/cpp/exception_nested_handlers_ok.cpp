// Each handler knows its own exception.
// verdict: verified
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
    assert(current() == 1);
  }
  assert(std::current_exception() == nullptr);
}
