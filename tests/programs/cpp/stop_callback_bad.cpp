// A stop_callback that is gone does not run.
// verdict: error assertion
// flags: -std=c++20
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <stop_token>

int main() {
  std::stop_source source;
  int calls = 0;
  {
    std::stop_callback callback(source.get_token(), [&calls] { ++calls; });
  }
  source.request_stop();
  assert(calls == 1);  // violation
}
