// LivelockSearch: explores the whole state space once more, keeps it as a graph, and looks for a fair cycle in it.
//
// This is a pass of its own, on request: a graph takes several times the memory of a set of states. It runs on a
// machine with all choices, on which the schedule is told later.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unordered_map>

#include "search/exploration.h"
#include "search/fair_cycle.h"

namespace heddle {

class LivelockSearch : Exploration {
 public:
  LivelockSearch(Machine& machine, const SearchOptions& options);
  SearchOutcome run();

 private:
  struct Open {
    StateIndex state;
    Machine::Mark mark;
    uint64_t threads;  // still to be run
    uint32_t branch;  // of the next one, if it stands at a Choose
  };

  // Takes a transition from the state that was opened last, or the first of all; and opens the one it leads to, if new.
  void step(const ScheduleStep& step);
  std::optional<ScheduleStep> next_step();
  // Its number, and whether it is new.
  std::pair<StateIndex, bool> number_of(const Fingerprint& state, uint64_t enabled);
  Held held() const override;

  struct Spread {
    size_t operator()(const Fingerprint& state) const { return state.low ^ state.high; }
  };
  std::unordered_map<Fingerprint, StateIndex, Spread> numbers_;
  StateGraph graph_;
  std::vector<Open> open_;
};

}  // namespace heddle
