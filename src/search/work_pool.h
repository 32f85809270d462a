// WorkPool: pieces of one search, given by workers that have some to workers that have none.
//
// A piece is a state, told by the schedule that leads there, and threads to run from it. Whoever takes
// it runs the schedule again: that costs as many transitions as the state is deep, and no copies of
// states.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <vector>

#include "result/schedule.h"

namespace heddle {

struct WorkItem {
  Schedule path;
  uint64_t threads = 0;  // to be run from there
  uint64_t others = 0;  // that somebody else runs from there
  uint32_t spent = 0;  // of the search's bound
};

class WorkPool {
 public:
  explicit WorkPool(unsigned workers) : workers_(workers) {}

  // Whether to begin with the first state: one worker does.
  bool is_first() { return !begun_.exchange(true); }
  // Somebody waits, and nothing is there for them.
  bool wants_work() const { return hungry_.load(std::memory_order_relaxed) > 0; }
  void give(WorkItem item);
  // Waits. Nothing when there will be none: the search is done, or has been stopped.
  std::optional<WorkItem> get();

  void stop();
  bool stopped() const { return stopped_.load(std::memory_order_relaxed); }

 private:
  const unsigned workers_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<WorkItem> items_;
  unsigned waiting_ = 0;
  bool done_ = false;
  std::atomic<unsigned> hungry_{0};  // who wait, less the items that are there
  std::atomic<bool> begun_{false};
  std::atomic<bool> stopped_{false};
};

}  // namespace heddle
