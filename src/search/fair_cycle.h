// Fair cycles in a graph of states: what a fair scheduler can repeat for ever while nobody gets on.
//
// A cycle is fair if every thread that can run in one of its states takes one of its transitions. There is one exactly
// if a strongly connected component, of transitions in which nobody gets on, has it: where it has not, because a thread
// can run in some of its states and never does within it, those states are left out and the rest is looked at again.
// Where only one thread can run all the way round, that is an endless loop, which other searches find.
//
// Papers: [Tarjan-SICOMP72] for components; [EmersonLei-SCP87] for strong fairness on them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "result/schedule.h"

namespace heddle {

using StateIndex = uint32_t;

struct StateGraph {
  struct Edge {
    StateIndex from;
    StateIndex to;
    ScheduleStep step;
    bool gets_on;  // the thread ended, or said so
  };
  std::vector<uint64_t> enabled;  // by state: threads that can run; state 0 is the first
  std::vector<Edge> edges;
};

struct FairCycle {
  Schedule way;  // from the first state to the cycle
  Schedule round;
};

// The nearest, of those in the component found first.
std::optional<FairCycle> find_fair_cycle(const StateGraph& graph);

}  // namespace heddle
