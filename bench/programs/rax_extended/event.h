// A counted event: signalled by one thread, waited for by others.
//
// The counter lets a thread see that an event took place since it last looked. It wraps around, as
// the flight software's did (and as keeps the state space finite): a thread that sleeps over as many
// events as the modulus sees none of them. Planner and Executive take turns, so they never miss one;
// Diagnosis may.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <mutex>

#include "parameters.h"

namespace rax {

class Event {
 public:
  explicit Event(int wrap_count) : wrap_count_(wrap_count) {}

  // Waits until the counter differs from `seen`, the value it had when last looked at; updates it.
  void wait_for_event(int& seen) {
#if defined(BROKEN_UNLOCKED_TEST)
    if (seen == count_) wait_unconditionally();
    seen = count_;
#elif defined(BROKEN_TEST_THEN_WAIT)
    if (seen == count()) wait_unconditionally();
    seen = count();
#else
    std::unique_lock lock(mutex_);
    while (seen == count_) signalled_.wait(lock);
    seen = count_;
#endif
  }

  void signal_event() {
    std::lock_guard lock(mutex_);
    count_ = (count_ + 1) % wrap_count_;
#ifdef BROKEN_NOTIFY_ONE
    signalled_.notify_one();
#else
    signalled_.notify_all();
#endif
  }

 private:
#if defined(BROKEN_UNLOCKED_TEST) || defined(BROKEN_TEST_THEN_WAIT)
  void wait_unconditionally() {
    std::unique_lock lock(mutex_);
    signalled_.wait(lock);
  }

  int count() {
    std::lock_guard lock(mutex_);
    return count_;
  }
#endif

  std::mutex mutex_;
  std::condition_variable signalled_;
  const int wrap_count_;
  int count_ = 0;
};

}  // namespace rax
