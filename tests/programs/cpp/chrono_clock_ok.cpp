// The clock moves on, and time is reckoned in any unit.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <chrono>
#include <thread>

int main() {
  using namespace std::chrono;
  const auto start = steady_clock::now();
  std::this_thread::sleep_for(milliseconds(10));
  const auto elapsed = steady_clock::now() - start;
  assert(elapsed.count() > 0);
  assert(duration_cast<seconds>(minutes(2)).count() == 120);
  assert(system_clock::now().time_since_epoch() > hours(24));
}
