// Iterative bounding: all schedules that spend nothing, then all that spend one, and so on, until an error shows
// or the bound is reached.
//
// The first error is then one of those that need the least, and a search that is cut short still says what it has
// covered. Each round is a complete depth-first search; the last and largest dominates the time.
//
// Paper: [MusuvathiQadeer-PLDI07], Algorithm 1.
// Differs: a round begins anew instead of with the states that the last one put off: states then need not be
//          kept, and a state is explored again only if it is reached with more left (see bound.h).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "search/search.h"

namespace heddle {

inline constexpr uint32_t kNoMost = ~0u;

// `machine` is left as the last round's, for what its models noted. A checkpoint is one of a round, and knows what those before it found.
SearchOutcome search_iteratively(const Program& program, const MachineOptions& machine_options,
                                 const SearchOptions& options, const Bound& bound, unsigned workers,
                                 Machine& machine);

}  // namespace heddle
