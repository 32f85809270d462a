// Bounds on schedules: context switches, preemptions, delays. A Budget is what a path has spent of one.
//
// A state may be passed over only if it was reached before with at least as much left: what was spent
// belongs to what the visited set remembers, and so does whoever goes on for nothing.
//
// Papers: [MusuvathiQadeer-PLDI07] for preemptions; [EmmiQadeerRakamaric-POPL11] for delays, of a scheduler
//         that lets a thread run until it blocks or ends, and then takes the others in turn.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "program/point.h"
#include "support/bits.h"

namespace heddle {

enum class BoundKind : uint8_t { ContextSwitches, Preemptions, Delays };

struct Bound {
  BoundKind kind = BoundKind::ContextSwitches;
  uint32_t most = 0;
  friend bool operator==(const Bound&, const Bound&) = default;
};

// "at most 2 preemptions"
std::string describe(const Bound& bound);

class Budget {
 public:
  explicit Budget(const std::optional<Bound>& bound) : bound_(bound) {}

  explicit operator bool() const { return bound_.has_value(); }
  uint32_t spent() const { return spent_; }
  void set_spent(uint32_t spent) { spent_ = spent; }

  // What it costs to run `next`, where `enabled` can run and `last` has run.
  uint32_t cost(ThreadNumber next, ThreadNumber last, uint64_t enabled) const;
  void spend(ThreadNumber next, ThreadNumber last, uint64_t enabled) {
    spent_ += cost(next, last, enabled);
  }
  // Those of the threads that can be paid for.
  uint64_t affordable(uint64_t threads, ThreadNumber last, uint64_t enabled) const;
  // What tells visits to one state apart, besides what was spent: it is added to this.
  uint64_t key(ThreadNumber last, uint64_t enabled) const;

 private:
  std::optional<Bound> bound_;
  uint32_t spent_ = 0;
};

}  // namespace heddle
