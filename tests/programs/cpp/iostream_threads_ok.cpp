// Threads may write to cout at the same time.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <sstream>
#include <thread>

int main() {
  std::ostream& stream = std::cout;
  std::thread worker([&stream] {
    stream << 1;
  });
  stream << 2;
  worker.join();
}
