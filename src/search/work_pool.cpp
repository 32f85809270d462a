// SPDX-License-Identifier: Apache-2.0
#include "search/work_pool.h"

#include <algorithm>

namespace heddle {

void WorkPool::give(WorkItem item) {
  {
    const std::lock_guard lock(mutex_);
    items_.push_back(std::move(item));
    hungry_ = waiting_ - std::min<unsigned>(waiting_, unsigned(items_.size()));
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
  hungry_ = waiting_ - std::min<unsigned>(waiting_, unsigned(items_.size()));
  changed_.wait(lock, [&] { return done_ || stopped() || !items_.empty(); });
  if (stopped() || items_.empty()) return std::nullopt;
  WorkItem item = std::move(items_.back());
  items_.pop_back();
  --waiting_;
  hungry_ = waiting_ - std::min<unsigned>(waiting_, unsigned(items_.size()));
  return item;
}

void WorkPool::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  changed_.notify_all();
}

}  // namespace heddle
