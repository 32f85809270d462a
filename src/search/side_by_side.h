// SideBySide: data races between transitions that can be taken in the same state.
//
// For searches in which plain accesses are no choices (machine/transition_accesses.h). A race is then
// seen when the second of two transitions from one state has been taken. That can be late in a
// depth-first search, so the transition that led to the state is compared as well: what follows
// it at once could have come instead of it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "machine/transition_accesses.h"
#include "program/point.h"

namespace heddle {

class SideBySide {
 public:
  struct Meeting {
    ThreadNumber first;
    ThreadNumber second;
    bool before;  // the first one's transition led to the state, instead of starting there
  };

  // The search has come to a state with a choice, by a transition of this thread.
  void open(ThreadNumber thread, std::span<const TransitionAccess> accesses);
  // It has left it for good.
  void close();
  // It has taken a transition from the state opened last.
  std::optional<Meeting> add(ThreadNumber thread, std::span<const TransitionAccess> accesses);

  size_t bytes() const { return accesses_.capacity() * sizeof(TransitionAccess); }

 private:
  struct Transition {
    ThreadNumber thread;
    bool before;
    size_t end;  // of its accesses
  };
  void append(ThreadNumber thread, bool before, std::span<const TransitionAccess> accesses);

  std::vector<size_t> states_;  // where the transitions of each begin
  std::vector<Transition> transitions_;
  std::vector<TransitionAccess> accesses_;
};

}  // namespace heddle
