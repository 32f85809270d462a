// SPDX-License-Identifier: Apache-2.0
#include "search/bound.h"

#include <bit>

namespace heddle {

namespace {

// The threads from `first` on, and then those before it: the order in which turns are taken.
uint64_t rotated(uint64_t threads, ThreadNumber first) { return std::rotr(threads, int(first)); }

}  // namespace

std::string describe(const Bound& bound) {
  const auto counted = [&](const char* one, const char* several) {
    return "at most " + std::to_string(bound.most) + " " + (bound.most == 1 ? one : several);
  };
  switch (bound.kind) {
    case BoundKind::ContextSwitches: return counted("context switch", "context switches");
    case BoundKind::Preemptions: return counted("preemption", "preemptions");
    case BoundKind::Delays: return counted("delay", "delays");
  }
  return "";
}

uint32_t Budget::cost(ThreadNumber next, ThreadNumber last, uint64_t enabled) const {
  if (next == last) return 0;
  switch (bound_->kind) {
    case BoundKind::ContextSwitches: return 1;
    case BoundKind::Preemptions: return (enabled & bit(last)) != 0;
    case BoundKind::Delays: {
      const uint64_t passed_over = bit((next - last) % kMaxThreads) - 1;
      return uint32_t(std::popcount(rotated(enabled, last) & passed_over));
    }
  }
  return 0;
}

uint64_t Budget::affordable(uint64_t threads, ThreadNumber last, uint64_t enabled) const {
  uint64_t result = 0;
  for (uint64_t rest = threads; rest; rest &= rest - 1)
    if (spent_ + cost(lowest(rest), last, enabled) <= bound_->most) result |= bit(lowest(rest));
  return result;
}

// Who ran last matters only as far as costs depend on it.
uint64_t Budget::key(ThreadNumber last, uint64_t enabled) const {
  constexpr unsigned kShift = 32;
  constexpr uint64_t kNobody = kMaxThreads + 1;
  uint64_t free = kNobody;
  if (bound_->kind == BoundKind::Delays)
    free = (last + lowest(rotated(enabled, last))) % kMaxThreads + 1;
  else if (enabled & bit(last))
    free = uint64_t(last) + 1;
  return free << kShift;
}

}  // namespace heddle
