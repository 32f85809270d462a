// Workers and the main thread wait on the same condition: for work, for the end, for all to be blocked.
// SPDX-License-Identifier: Apache-2.0
#include "coordinator.h"

namespace rep_workers {

void Coordinator::add(WorkList& work) {
  std::lock_guard lock(mutex_);
  pool_.splice(pool_.end(), work);
  const bool enough = static_cast<int>(pool_.size()) >= configuration_.items_per_take;
  if (enough || configuration_.values == Configuration::Values::some) changed_.notify_all();
}

WorkList Coordinator::take() {
#ifdef BROKEN_TAKERS_UNLOCKED
  ++blocked_takers_;
  std::unique_lock lock(mutex_);
#else
  std::unique_lock lock(mutex_);
  ++blocked_takers_;
#endif
  if (has_to_wait()) notify_if_all_blocked();
  while (has_to_wait()) changed_.wait(lock);
  WorkList taken;
  if (!done_) taken = remove_items();
  --blocked_takers_;
  notify_if_all_blocked();
  return taken;
}

bool Coordinator::has_to_wait() const {
  const int available = static_cast<int>(pool_.size());
  if (available >= configuration_.items_per_take || done_) return false;
  return configuration_.values == Configuration::Values::all || available == 0;
}

WorkList Coordinator::remove_items() {
  WorkList taken;
  auto last = pool_.begin();
  for (int i = 0; i < configuration_.items_per_take && last != pool_.end(); ++i) ++last;
  taken.splice(taken.end(), pool_, pool_.begin(), last);
  return taken;
}

void Coordinator::notify_if_all_blocked() {
#ifndef BROKEN_SILENT_TAKERS
  if (blocked_takers_ == configuration_.workers) changed_.notify_all();
#endif
}

void Coordinator::begin() {
#ifndef BROKEN_DONE_UNLOCKED
  std::lock_guard lock(mutex_);
#endif
  done_ = false;
}

void Coordinator::await_termination() {
  std::unique_lock lock(mutex_);
  while (blocked_takers_ != configuration_.workers && !done_) changed_.wait(lock);
}

void Coordinator::end() {
#ifdef BROKEN_DONE_UNLOCKED
  done_ = true;
  std::lock_guard lock(mutex_);
#else
  std::lock_guard lock(mutex_);
  done_ = true;
#endif
  changed_.notify_all();
}

}  // namespace rep_workers
