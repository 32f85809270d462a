// A terminate handler must not return; the place is where the noexcept function ends.
// verdict: error abort
// message: the handler of std::terminate returned
// SPDX-License-Identifier: Apache-2.0
#include <exception>

void fail() noexcept { throw 1; }  // violation

int main() {
  std::set_terminate([] {});
  fail();
}
