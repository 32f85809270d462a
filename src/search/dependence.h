// Dependence: what a transition touches, and whether the order of two transitions could matter.
//
// Two transitions of different threads commute unless they touch overlapping memory and one of them writes.
// A synchronisation operation writes its object. What a thread waits for is no touch: that a release comes
// before the acquisition it makes possible is for happens_before.h to see.
//
// The footprint of a transition is known before it runs: it is that of the operation the thread stands before, since with
// MachineOptions::steady_stops a transition is one such operation. Atomic sections are the exception: what they
// touch is seen when they have run, and beforehand they may touch everything.
//
// Papers: [AbdullaAronisJonssonSagonas-JACM17], Section 3 (valid happens-before relations).
// Differs: a compare-and-exchange that fails only reads (see happens_before.h); waiting threads are blocked, not spinning.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>
#include <vector>

#include "machine/machine.h"

namespace heddle {

struct Touch {
  MemoryRange range;
  bool writes = false;
  bool atomic = false;  // or no access of the user's at all
};

class Footprint {
 public:
  void add(const Touch& touch);
  std::span<const Touch> touches() const& {
    return more_.empty() ? std::span<const Touch>(few_.data(), count_) : more_;
  }
  std::span<const Touch> touches() && = delete;  // they would outlive it
  // Nothing is written after all.
  void make_reading();
  // The end of the process, and what is not known yet.
  bool is_everything() const { return everything_; }
  void make_everything() { everything_ = true; }

 private:
  static constexpr size_t kFew = 2;
  std::array<Touch, kFew> few_;
  size_t count_ = 0;
  std::vector<Touch> more_;  // all of them, when they are more than a few
  bool everything_ = false;
};

// Of the transition that the thread would make now.
Footprint expected_footprint(const Thread& thread);
// Of one operation, outside of atomic sections.
Footprint footprint_of(const Pending& operation);
// Of the transition just made, which was expected to have the footprint given.
Footprint seen_footprint(const Machine& machine, const Pending& operation,
                         const Footprint& expected);

bool are_dependent(const Footprint& a, const Footprint& b);
bool conflict(const Touch& a, const Touch& b);
// Whether they are a data race when neither has to come first.
bool would_race(const Footprint& a, const Footprint& b);

}  // namespace heddle
