// A std::function that holds nothing throws when it is called.
// verdict: error uncaught-exception
// message: uncaught exception of type std::bad_function_call
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <functional>

int main() {
  int calls = 0;
  std::function<int(int)> function = [&calls](int x) { return ++calls + x; };
  std::function<int(int)> copy = function;
  assert(copy(10) == 11 && function(10) == 12);
  function = nullptr;
  function(1);  // violation
}
