// Automatic search: a way of searching chosen by what the first seconds show.
//
//   1. depth first, up to kFirstStates states: most programs end here;
//   2. executions with random priorities, for kWalkSeconds: an error that needs few orderings shows early, wherever it is;
//   3. stateful dynamic POR, up to kProbeStates states. If at least half of the states with a choice were left without running all
//      threads from them, it goes on to the end, else depth-first search does: it costs less a state.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "search/exploration.h"

namespace heddle {

// `machine` has the options given, and is left with what its models noted.
SearchOutcome search_automatically(const Program& program, const MachineOptions& machine_options,
                                   const SearchOptions& options, Machine& machine);

}  // namespace heddle
