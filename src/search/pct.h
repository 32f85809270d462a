// PCT: random priorities with a few random drops; finds an error of depth d with probability at least
// 1 / (n * k^(d-1)) per execution.
//
// The depth of an error is how many orderings of two events it takes: most need one or two.
//
// Paper: [BurckhardtKothariMusuvathiNagarakatte-ASPLOS10], Figure 4.
// Differs: - n and k are not known beforehand: the most threads and the longest execution seen so far stand for them.
//            The promise is made for executions no longer than that, and counts only those run since they last grew.
//          - A thread that comes back to a state while only it runs is waiting for another: it drops below all others,
//            or a waiting loop would run for ever.
// Names: n -> threads, k -> steps, d -> depth
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "result/search_summary.h"
#include "search/lone_run.h"
#include "search/strategy.h"
#include "support/random.h"

namespace heddle {

class Pct final : public Strategy {
 public:
  Pct(uint64_t seed, uint32_t depth);
  ThreadNumber next(const Machine& machine, uint64_t threads, ThreadNumber last) override;
  void take(const Machine& machine, const ScheduleStep& step) override;
  void go_back(size_t length) override;

  // What the executions so far promise; those of others in the same search as well.
  Guarantee guarantee(const std::vector<const Pct*>& others = {}) const;

  using Priority = int64_t;

 private:
  void begin_execution();
  void drop(ThreadNumber thread, Priority priority) { priorities_[thread] = priority; }
  Priority priority_of(ThreadNumber thread);

  Random random_;
  uint32_t depth_;
  uint64_t threads_ = 1;
  uint64_t steps_ = 1;
  uint64_t executions_ = 0;  // since threads_ and steps_ grew last

  std::array<Priority, kMaxThreads> priorities_;
  std::vector<uint64_t> drops_;  // the k-th after so many steps, to priority k + 1
  uint64_t taken_ = 0;
  uint64_t seen_ = 0;  // threads of this execution, as a set
  Priority lowest_ = 0;
  ThreadNumber running_ = 0;
  LoneRun waiting_;
};

}  // namespace heddle
