// WorkPool: pieces of one search, given by workers that have some to workers that have none.
//
// A piece is a path with the choices on it that are not exhausted. Whoever takes it runs the path again:
// that costs as many transitions as it is long, and no copies of states. A worker gives away one choice;
// several on one path are what a worker leaves when the search is stopped.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <vector>

#include "result/schedule.h"
#include "support/hash.h"

namespace heddle {

// A state with more than one way to go on, and the ways not yet taken.
struct OpenChoice {
  size_t path_length = 0;  // transitions that lead to it
  uint64_t all = 0;  // threads that are run from here, as bits
  uint64_t threads = 0;  // of these, still to be run by us
  uint64_t first = 0;  // of these, before the others
  uint64_t put_off = 0;  // can run, but a thread that chooses for itself goes first
  ThreadNumber last = 0;  // ran before
  ThreadNumber current = 0;  // taken from here last
  uint32_t spent = 0;  // by the schedule up to here
  uint32_t branch = 0;  // next branch of the next thread, if it stands at a Choose
  bool came_round = false;  // a way from here, without another choice on it, led to a known state
};

struct WorkItem {
  Schedule path;
  std::vector<OpenChoice> choices;  // on it, the shallowest first; none: the whole search
  Fingerprint end;  // the state at the end of the path, if the piece comes from a checkpoint
};

class WorkPool {
 public:
  explicit WorkPool(unsigned workers) : workers_(workers) {}

  // Whether to begin with the first state: one worker does, if there is no work from before.
  bool is_first() { return !begun_.exchange(true); }
  // Before the workers begin: what an earlier search left.
  void begin_with(std::vector<WorkItem> items);
  // Somebody waits, and nothing is there for them.
  bool wants_work() const { return hungry_.load(std::memory_order_relaxed) > 0; }
  void give(WorkItem item);
  // Waits. Nothing when there will be none: the search is done, or has been stopped.
  std::optional<WorkItem> get();

  void stop();
  bool stopped() const { return stopped_.load(std::memory_order_relaxed); }

  // From outside: holds all workers where their work can be told. False when the search is over.
  bool pause();
  void resume();
  bool wants_rest() const { return paused_.load(std::memory_order_relaxed); }
  void rest();
  // While all rest, or have ended.
  const std::vector<WorkItem>& items() const { return items_; }

 private:
  void count_hungry();

  const unsigned workers_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::condition_variable all_rest_;
  std::vector<WorkItem> items_;
  unsigned waiting_ = 0;
  unsigned resting_ = 0;
  bool done_ = false;
  std::atomic<unsigned> hungry_{0};  // who wait, less the items that are there
  std::atomic<bool> begun_{false};
  std::atomic<bool> paused_{false};
  std::atomic<bool> stopped_{false};
};

}  // namespace heddle
