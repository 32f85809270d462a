// A jthread asks its function to stop, and joins by itself.
// verdict: verified
// flags: -std=c++20
// SPDX-License-Identifier: Apache-2.0
#include <stop_token>
#include <thread>

int main() {
  std::jthread worker([](std::stop_token stop) {
    while (!stop.stop_requested()) {
    }
  });
}
