// A string_view looks at a string that is gone.
// verdict: error use-after-free
// flags: -std=c++17 -Wno-dangling-gsl
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <string>
#include <string_view>

static std::string make() { return "a text that is too long for the string itself"; }

int main() {
  const std::string_view view = make();
  const char first = *view.data();  // violation
  assert(first == 'a');
}
