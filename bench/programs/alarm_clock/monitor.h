// The alarm monitor: the time, and who is to be woken when.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <optional>

#include "wake_list.h"

namespace alarm_clock {

class AlarmMonitor {
 public:
  // Only the clock's thread calls these two; being the only writer of the time, it reads it freely.
  bool running() const { return now_ < kMaxTime; }
  void tick();

  // Sleeps for this many ticks. Returns at once when the clock stops before that, or when the
  // time has come already while the client was on its way from the monitor to its wake-up.
  void wake_me(int interval);

 private:
  std::optional<int> register_wake(int interval);
  void await(int time);
  int now();

  std::mutex mutex_;
  int now_ = 0;
  WakeList waiting_;
};

}  // namespace alarm_clock
