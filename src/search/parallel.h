// Parallel search: several workers explore one state space.
//
// Each has a machine of its own and searches depth first; they share the visited set, and the worker
// that has nothing left takes the shallowest untried transitions of another. The verdict does not depend
// on who was faster, the counts of matched states and the trace that is shown may.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "search/search.h"

namespace heddle {

// `machine` is one of the workers', and knows in the end what the others' models noted.
SearchOutcome search_in_parallel(const Program& program, const MachineOptions& machine_options,
                                 const SearchOptions& options, unsigned workers, Machine& machine);

// The same, or by one worker alone where nothing else is needed.
SearchOutcome search_depth_first(const Program& program, const MachineOptions& machine_options,
                                 const SearchOptions& options, unsigned workers, Machine& machine);

}  // namespace heddle
