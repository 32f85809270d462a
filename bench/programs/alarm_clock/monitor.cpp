// The two sides of the alarm: the clock's tick and the client's sleep.
//
// A client first enters its time into the list (in the monitor) and then, outside of it, waits on the
// wake-up it finds there. In between the clock may have rung: the client sees that because its
// time has left the list. It looks a second time with the wake-up's mutex held, which the clock needs to
// ring, so what it has found then cannot ring before it waits.
// SPDX-License-Identifier: Apache-2.0
#include "monitor.h"

#include <cassert>

namespace alarm_clock {

void AlarmMonitor::tick() {
  std::lock_guard lock(mutex_);
  ++now_;
  if (waiting_.empty()) return;
  Wake& first = waiting_.first();
  if (first.time() == now_) {
    waiting_.remove_first();
    first.ring();
  }
}

void AlarmMonitor::wake_me(int interval) {
  const std::optional<int> time = register_wake(interval);
  if (!time) return;
  try {
    await(*time);
  } catch (const NoSuchWake&) {
    // Too late to wait: it has rung.
  }
  assert(now() >= *time && "woken before the time");
}

std::optional<int> AlarmMonitor::register_wake(int interval) {
  std::lock_guard lock(mutex_);
  const int time = now_ + interval;
  if (time > kMaxTime) return std::nullopt;
  waiting_.make(time);
  return time;
}

void AlarmMonitor::await(int time) {
  Wake& wake = waiting_.find(time);
  std::unique_lock held(wake.mutex());
#ifdef BROKEN_LOCK_ORDER
  if (now() >= time) return;
#endif
#ifdef BROKEN_LOST_WAKEUP
  wake.wait(held);
#else
  waiting_.find(time).wait(held);
#endif
}

int AlarmMonitor::now() {
  std::lock_guard lock(mutex_);
  return now_;
}

}  // namespace alarm_clock
