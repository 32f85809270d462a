// SPDX-License-Identifier: Apache-2.0
#include "search/work_pool.h"

#include <algorithm>

namespace heddle {

void WorkPool::count_hungry() {
  hungry_ = waiting_ - std::min<unsigned>(waiting_, unsigned(items_.size()));
}

void WorkPool::begin_with(std::vector<WorkItem> items) {
  items_ = std::move(items);
  begun_ = true;
}

void WorkPool::give(WorkItem item) {
  {
    const std::lock_guard lock(mutex_);
    items_.push_back(std::move(item));
    count_hungry();
  }
  changed_.notify_one();
}

std::optional<WorkItem> WorkPool::get() {
  std::unique_lock lock(mutex_);
  ++waiting_;
  if (items_.empty() && waiting_ == workers_) {
    done_ = true;
    changed_.notify_all();
  }
  count_hungry();
  all_rest_.notify_all();
  changed_.wait(lock, [&] { return done_ || stopped() || (!items_.empty() && !paused_); });
  if (stopped() || items_.empty()) return std::nullopt;
  WorkItem item = std::move(items_.back());
  items_.pop_back();
  --waiting_;
  count_hungry();
  return item;
}

void WorkPool::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  changed_.notify_all();
  all_rest_.notify_all();
}

bool WorkPool::pause() {
  std::unique_lock lock(mutex_);
  paused_ = true;
  all_rest_.wait(lock, [&] { return done_ || stopped() || resting_ + waiting_ == workers_; });
  return !done_ && !stopped();
}

void WorkPool::resume() {
  {
    const std::lock_guard lock(mutex_);
    paused_ = false;
  }
  changed_.notify_all();
}

void WorkPool::rest() {
  std::unique_lock lock(mutex_);
  ++resting_;
  all_rest_.notify_all();
  changed_.wait(lock, [&] { return !paused_; });
  --resting_;
}

}  // namespace heddle
