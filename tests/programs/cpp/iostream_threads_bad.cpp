// Threads must not write to one ostringstream at the same time.
// verdict: error data-race
// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <sstream>
#include <thread>

int main() {
  std::ostringstream stream;
  std::thread worker([&stream] {
    stream << 1;  // violation
  });
  stream << 2;  // violation
  worker.join();
}
