// Operations of the list of wake-up times.
//
// make() takes the mutex anew for each element, as iterating over a synchronised collection does;
// that is enough because all that changes the list is serialised by the monitor. find() is called
// outside of the monitor and has to keep the mutex: elements move down while others are removed.
// SPDX-License-Identifier: Apache-2.0
#include "wake_list.h"

namespace alarm_clock {

void Wake::wait(std::unique_lock<std::mutex>& held) {
#ifdef BROKEN_LOST_WAKEUP
  rung_changed_.wait(held);
#else
  while (!rung_) rung_changed_.wait(held);
#endif
}

void Wake::ring() {
  std::lock_guard lock(mutex_);
  rung_ = true;
#ifdef BROKEN_NOTIFY_ONE
  rung_changed_.notify_one();
#else
  rung_changed_.notify_all();
#endif
}

int WakeList::size() {
#ifndef BROKEN_SIZE_UNLOCKED
  std::lock_guard lock(mutex_);
#endif
  return size_;
}

Wake* WakeList::slot_if(int index, int time) const {
  Wake* wake = slots_[index];
  return wake && wake->time() == time ? wake : nullptr;
}

Wake& WakeList::make(int time) {
  for (int i = 0; i < size(); ++i) {
    std::lock_guard lock(mutex_);
    if (Wake* wake = slot_if(i, time)) return *wake;
  }
  Wake& wake = made_.emplace_front(time);
  for (int i = 0; i < size(); ++i) {
    std::lock_guard lock(mutex_);
    if (slots_[i] && time < slots_[i]->time()) {
      insert_at(i, wake);
      return wake;
    }
  }
  append(wake);
  return wake;
}

Wake& WakeList::find(int time) {
#if defined(BROKEN_FIND_IN_STEPS) || defined(BROKEN_SIZE_UNLOCKED)
  for (int i = 0; i < size(); ++i) {
    std::lock_guard lock(mutex_);
    if (Wake* wake = slot_if(i, time)) return *wake;
  }
#else
  std::lock_guard lock(mutex_);
  for (int i = 0; i < size_; ++i) {
    if (Wake* wake = slot_if(i, time)) return *wake;
  }
#endif
  throw NoSuchWake();
}

void WakeList::insert_at(int index, Wake& wake) {
  if (size_ == kCapacity) return;
  std::lock_guard lock(slots_mutex_);
  for (int i = size_; i > index; --i) slots_[i] = slots_[i - 1];
  slots_[index] = &wake;
  ++size_;
}

void WakeList::append(Wake& wake) {
  if (size_ == kCapacity) return;
  std::lock_guard lock(mutex_);
  slots_[size_] = &wake;
  ++size_;
}

void WakeList::remove_at(int index) {
  if (empty()) return;
  std::lock_guard lock(mutex_);
  for (int i = index; i + 1 < size_; ++i) slots_[i] = slots_[i + 1];
  slots_[size_ - 1] = nullptr;
  --size_;
}

}  // namespace alarm_clock
