// Alarm Clock: a clock that ticks and clients that ask it to be woken after some ticks.
//
// One thread is the clock, the others are clients, each of which sleeps once. The list of wake-ups, the
// monitor and each wake-up have a mutex; the order is monitor or wake-up, then list.
//
// Seeded errors:
//   BROKEN_SIZE_UNLOCKED  the list's size is read without its mutex, as in the original: data race
//   BROKEN_FIND_IN_STEPS  the mutex is released between two elements, as in the original: a client misses
//                         its time, which has moved down meanwhile, and does not sleep: assertion
//   BROKEN_LOST_WAKEUP    a client waits for a bell that may have rung between lookup and wait: deadlock
//   BROKEN_NOTIFY_ONE     the bell wakes only one of the clients that wait for the same time: deadlock
//   BROKEN_LOCK_ORDER     a client asks the monitor for the time with its wake-up already locked: deadlock
// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <thread>
#include <vector>

#include "monitor.h"

namespace alarm_clock {
namespace {

class Clock {
 public:
  explicit Clock(AlarmMonitor& monitor) : monitor_(monitor) {}

  void operator()() {
    while (monitor_.running()) {
      monitor_.tick();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

 private:
  AlarmMonitor& monitor_;
};

class Client {
 public:
  Client(AlarmMonitor& monitor, int interval) : monitor_(monitor), interval_(interval) {}

  void operator()() { monitor_.wake_me(interval_); }

 private:
  AlarmMonitor& monitor_;
  int interval_;
};

}  // namespace
}  // namespace alarm_clock

int main() {
  using namespace alarm_clock;
  AlarmMonitor monitor;
  std::vector<std::thread> threads;
  threads.emplace_back(Clock(monitor));
  for (int i = 0; i < kClients; ++i) threads.emplace_back(Client(monitor, kInterval));
  for (std::thread& thread : threads) thread.join();
}
