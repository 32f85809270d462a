// The alarm clock's list of wake-up times, sorted by time, and the objects that clients wait on.
//
// The list has a mutex of its own, as a library collection would, besides the monitor's: lookups by
// clients that have left the monitor already need nothing else. Every writer of size_ holds both
// mutexes, therefore whoever holds one of them may read it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <condition_variable>
#include <forward_list>
#include <mutex>
#include <stdexcept>

#include "parameters.h"

namespace alarm_clock {

// One wake-up time; all clients that want to be woken then wait on the same object.
class Wake {
 public:
  explicit Wake(int time) : time_(time) {}

  int time() const { return time_; }
  std::mutex& mutex() { return mutex_; }

  // Blocks until ring(); `held` holds mutex().
  void wait(std::unique_lock<std::mutex>& held);
  void ring();

 private:
  const int time_;
  std::mutex mutex_;
  std::condition_variable rung_changed_;
  bool rung_ = false;
};

// The time asked for is not, or no longer, in the list.
class NoSuchWake : public std::runtime_error {
 public:
  NoSuchWake() : std::runtime_error("no such wake-up time") {}
};

class WakeList {
 public:
  // These three change or inspect the list as the monitor does: its mutex is held.
  bool empty() const { return size_ == 0; }
  Wake& first() const { return *slots_[0]; }
  void remove_first() { remove_at(0); }

  // The wake-up for this time, new or already there; the monitor's mutex is held.
  Wake& make(int time);

  // The wake-up for this time, by a client outside of the monitor; throws NoSuchWake.
  Wake& find(int time);

 private:
  int size();
  Wake* slot_if(int index, int time) const;
  void insert_at(int index, Wake& wake);
  void append(Wake& wake);
  void remove_at(int index);

  std::mutex mutex_;  // of size_ and the order of the slots
  std::mutex slots_mutex_;  // of the array alone, while its elements are moved up
  std::array<Wake*, kCapacity> slots_{};
  int size_ = 0;

  // Clients keep references to wake-ups that have left the list; so all of them live until the end.
  std::forward_list<Wake> made_;
};

}  // namespace alarm_clock
