// A function that does not look at its stop_token never stops.
// verdict: error endless-loop
// flags: -std=c++20
// SPDX-License-Identifier: Apache-2.0
#include <stop_token>
#include <thread>

int main() {
  std::jthread worker([](std::stop_token stop) {
    while (stop.stop_possible()) {  // violation
    }
  });
}
