// Portfolio: different ways of searching in competition. The first that finds an error, or has covered everything, ends
// the search.
//
// Depth-first searches without a bound are one team on one visited set: what one of them has stored, the others
// pass over, and everything is covered when all of them are done. That is sound because they have the same transitions; only
// their orders differ, the first's being the usual one and the others' random. Searches with a bound tell states
// apart by what was spent, and stop before plain accesses, so they have a visited set of their own; walks have none.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "search/exploration.h"

namespace heddle {

struct PortfolioOptions {
  unsigned workers = 2;
  uint64_t seed = 0;
  uint32_t bug_depth = 3;
};

SearchOutcome search_by_portfolio(const Program& program, const MachineOptions& machine_options,
                                  const SearchOptions& options, const PortfolioOptions& portfolio,
                                  Machine& machine);

}  // namespace heddle
