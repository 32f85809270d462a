// What a search did, in numbers. Names are those of the JSON output.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "result/avoided_choices.h"

namespace heddle {

struct Statistics {
  uint64_t states = 0;        // distinct states at choices
  uint64_t matched = 0;       // times a known state was reached again
  uint64_t covered = 0;  // of the stored run of an earlier version: states that were taken over
  uint64_t stored_states = 0;  // that this run has
  uint64_t transitions = 0;
  uint64_t choices = 0;       // states in which more than one thread could run
  AvoidedChoices
      avoided_choices;  // operations that others could notice and that were none, over all paths
  bool analysis_given_up = false;  // the program surprised the static analyses, see hybrid.h
  uint64_t executions = 0;    // paths that reached an end of the program
  uint64_t blocked_executions = 0;  // given up because all that could follow had been explored
  uint64_t instructions = 0;
  uint64_t max_depth = 0;
  uint64_t visited_bytes = 0;  // the visited set alone
  uint64_t peak_bytes = 0;
  double explored = 0;  // estimated share of the whole; 0: the method has no estimate
  double load_seconds = 0;  // compiling, linking and lowering
  double analysis_seconds = 0;  // the static analyses of the hybrid reduction
  double search_seconds = 0;  // without compiling and loading
  double seconds = 0;
};

// Work done in parts: what adds up.
inline void add_work(Statistics& sum, const Statistics& part) {
  sum.matched += part.matched;
  sum.covered += part.covered;
  sum.transitions += part.transitions;
  sum.choices += part.choices;
  sum.avoided_choices += part.avoided_choices;
  sum.executions += part.executions;
  sum.instructions += part.instructions;
  sum.max_depth = std::max(sum.max_depth, part.max_depth);
}

}  // namespace heddle
