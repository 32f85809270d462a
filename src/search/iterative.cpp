// Iterative: each round is a complete depth-first search with a bound on context switches. A state
// reached with more switches left is explored again (the budget belongs to the state).
// SPDX-License-Identifier: Apache-2.0
#include "search/shortest.h"

namespace heddle {

namespace {

void add(Statistics& sum, const Statistics& round) {
  sum.matched += round.matched;
  sum.transitions += round.transitions;
  sum.choices += round.choices;
  sum.executions += round.executions;
  sum.instructions += round.instructions;
  sum.search_seconds += round.search_seconds;
  sum.max_depth = std::max(sum.max_depth, round.max_depth);
  sum.states = round.states;  // of the last round: the largest, and it contains the others
  sum.visited_bytes = round.visited_bytes;
}

}  // namespace

SearchOutcome search_shortest(const Program& program, const MachineOptions& machine_options,
                              const SearchOptions& options, Machine& machine) {
  Statistics sum;
  for (uint32_t bound = 0;; ++bound) {
    SearchOptions round_options = options;
    round_options.limits.context_switches = bound;
    round_options.limits.seconds = options.limits.seconds - sum.search_seconds;
    SearchOutcome outcome;
    {
      Machine fresh(program, machine_options);
      Machine& used = bound == 0 ? machine : fresh;
      outcome = Search(used, round_options).run();
      if (bound > 0) machine.adopt_notes(fresh);
    }
    add(sum, outcome.statistics);
    outcome.statistics = sum;
    const bool done =
        !outcome.errors.empty() || !outcome.incomplete.empty() || !outcome.switches_limited;
    if (done) return outcome;
  }
}

}  // namespace heddle
