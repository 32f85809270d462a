// Livelock: threads that run for ever, and none of them gets on.
//
// An execution that comes back to a state can go round for ever. It is a livelock if on the way round no thread
// ends and none says heddle_progress(), and if a fair scheduler allows it: every thread that could run somewhere on the
// way round does run there.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "machine/machine.h"
#include "result/violation.h"

namespace heddle {

// The machine is in a state of the circle; `threads` run on the way round.
Violation livelock(const Machine& machine, uint64_t threads);

// Watches an execution and says whether its end is a circle of that sort.
class CircleWatch {
 public:
  // Before the first transition, and after each: of this thread.
  void begin(const Machine& machine);
  void note(const Machine& machine, ThreadNumber thread, Stop stop);

  // The number of transitions after which the circle begins. The longest circle counts: it may pass through its
  // first state more than once.
  std::optional<size_t> start() const;
  // At the end of the execution.
  std::optional<Violation> violation(const Machine& machine) const;

 private:
  struct State {
    Fingerprint fingerprint;
    uint64_t enabled = 0;
    ThreadNumber thread = 0;  // that led here
    bool got_on = false;  // in the transition that led here
  };
  uint64_t runners(size_t start) const;

  uint64_t marks_ = 0;
  std::vector<State> states_;
};

}  // namespace heddle
