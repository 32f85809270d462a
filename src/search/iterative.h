// Shortest schedules: all with no context switch, then all with one, and so on, until an error shows.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "search/search.h"

namespace heddle {

// `machine` is left as the last round's, for what its models noted.
SearchOutcome search_shortest(const Program& program, const MachineOptions& machine_options,
                              const SearchOptions& options, Machine& machine);

}  // namespace heddle
