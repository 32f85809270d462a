// What several workers did, as if one had done it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "search/exploration.h"

namespace heddle {

// Work and memory add up; states and their bytes are the caller's business: they may be common to all.
void add_worker(Statistics& sum, const Statistics& part);
// Of a search beside others that has a visited set of its own.
void add_search(Statistics& sum, const Statistics& part);
// Findings, each distinct error once.
void merge(SearchOutcome& sum, SearchOutcome&& part, const Program& program);

}  // namespace heddle
