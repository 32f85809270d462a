// SPDX-License-Identifier: Apache-2.0
#include "search/pct.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace heddle {

namespace {

constexpr Pct::Priority kNone = std::numeric_limits<Pct::Priority>::min();
// A thread that waits in a loop shows it soon; there is no need to let it run long.
constexpr uint64_t kPatience = 4;

}  // namespace

Pct::Pct(uint64_t seed, uint32_t depth) : random_(seed), depth_(depth), waiting_(kPatience) {
  begin_execution();
}

// Above all priorities that drops lead to, and by chance different from all others.
Pct::Priority Pct::priority_of(ThreadNumber thread) {
  if (priorities_[thread] == kNone)
    priorities_[thread] = Priority(depth_ + 1 + (random_.next() >> 2));
  return priorities_[thread];
}

void Pct::begin_execution() {
  priorities_.fill(kNone);
  drops_.clear();
  for (uint32_t k = 1; k < depth_; ++k) drops_.push_back(1 + random_.below(steps_));
  taken_ = 0;
  seen_ = 0;
  lowest_ = 0;
  waiting_.end();
}

ThreadNumber Pct::next(const Machine& machine, uint64_t threads, ThreadNumber last) {
  if (running_ == last && waiting_.comes_back(machine)) {
    drop(last, --lowest_);
    waiting_.end();
  }
  ThreadNumber best = lowest(threads);
  for (uint64_t rest = threads; rest; rest &= rest - 1)
    if (priority_of(lowest(rest)) > priority_of(best)) best = lowest(rest);
  return best;
}

void Pct::take(const Machine& machine, const ScheduleStep& step) {
  seen_ |= machine.live_threads();
  if (step.thread != running_) waiting_.end();
  running_ = step.thread;
  ++taken_;
  for (size_t k = 0; k < drops_.size(); ++k)
    if (drops_[k] == taken_) drop(step.thread, Priority(k + 1));
}

void Pct::go_back(size_t) {
  const auto threads = uint64_t(std::popcount(seen_));
  const bool as_expected = threads <= threads_ && taken_ <= steps_;
  executions_ = as_expected ? executions_ + 1 : 0;
  threads_ = std::max(threads_, threads);
  steps_ = std::max(steps_, taken_);
  begin_execution();
}

// Executions count if their priorities were drawn for the largest n and k that anybody has seen.
Guarantee Pct::guarantee(const std::vector<const Pct*>& others) const {
  uint64_t threads = threads_, steps = steps_, executions = 0;
  for (const Pct* other : others) {
    threads = std::max(threads, other->threads_);
    steps = std::max(steps, other->steps_);
  }
  const auto count = [&](const Pct& pct) {
    if (pct.threads_ == threads && pct.steps_ == steps) executions += pct.executions_;
  };
  count(*this);
  for (const Pct* other : others) count(*other);
  const double each = 1 / (double(threads) * std::pow(double(steps), depth_ - 1));
  return {.depth = depth_,
          .threads = threads,
          .steps = steps,
          .per_execution = each,
          // Small probabilities would vanish in 1 - (1 - p)^n.
          .overall = executions ? -std::expm1(double(executions) * std::log1p(-each)) : 0};
}

}  // namespace heddle
