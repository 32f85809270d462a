// Growth: how many new states the ways from a choice have led to, to estimate what the ways that are left will.
//
// With state matching the first way from a choice leads to most of the states, and the later ways to what differs. Choices
// that follow each other on a path differ in one transition, so their later ways lead to about as many new states: what
// is left at a choice is estimated by what its successor on the path has turned out to have. Where paths enter another
// phase of the program the estimate jumps.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace heddle {

class Growth {
 public:
  // The next way is taken, with so many states known; before the first one, nothing is `left`.
  void take_way(uint64_t states, bool left) {
    if (left && first_done_ == kNever) first_done_ = states;
  }
  // All ways of the next choice on the path have been taken.
  void close_below(const Growth& below, uint64_t states) {
    later_below_ = below.first_done_ == kNever ? 0 : double(states - below.first_done_);
  }
  // Of all ways but the first: by the next choice, or by what was estimated for it.
  double later_ways(double estimated_below) const {
    return later_below_ < 0 ? estimated_below : later_below_;
  }

 private:
  static constexpr uint64_t kNever = ~uint64_t(0);
  uint64_t first_done_ = kNever;
  double later_below_ = -1;
};

}  // namespace heddle
