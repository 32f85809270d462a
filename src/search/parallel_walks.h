// Random walks by several workers, each with a seed of its own.
//
// Walks have nothing in common, so neither have the workers. Which walks are made does not depend on who was faster,
// unless one finds an error and the others need not go on.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "search/walks.h"

namespace heddle {

struct WalkTeam {
  uint64_t walks = 0;  // of all together
  uint64_t seed = 0;  // of the first worker; the next ones follow
  unsigned workers = 1;
};

// Every step left to chance.
SearchOutcome walk_randomly(const Program& program, const MachineOptions& machine_options,
                            const SearchOptions& options, const WalkTeam& team, Machine& machine);
// By priorities, see pct.h.
SearchOutcome walk_by_priority(const Program& program, const MachineOptions& machine_options,
                               const SearchOptions& options, const WalkTeam& team,
                               uint32_t bug_depth, Machine& machine);

}  // namespace heddle
