// SPDX-License-Identifier: Apache-2.0
#include "search/iterative.h"

#include <algorithm>

#include "search/replay.h"

namespace heddle {

namespace {

void add(Statistics& sum, const Statistics& round) {
  add_work(sum, round);
  sum.search_seconds += round.search_seconds;
  sum.states = round.states;  // of the last round: the largest, and it contains the others
  sum.visited_bytes = round.visited_bytes;
}

// Later rounds find the errors of earlier ones again, at a higher price.
void keep_cheapest(const Program& program, std::vector<FoundError>& errors,
                   std::vector<FoundError> found) {
  for (FoundError& error : found) {
    const bool known = std::any_of(errors.begin(), errors.end(), [&](const FoundError& earlier) {
      return same_error(program, earlier.violation, error.violation);
    });
    if (!known) errors.push_back(std::move(error));
  }
}

void say_what_was_covered(SearchOutcome& outcome, const Bound& round) {
  if (outcome.incomplete.empty() && outcome.bound_reached) {
    outcome.left_out = outcome.errors.empty()
                           ? "there is no error with " + describe(round) +
                                 "; schedules with more were not explored"
                           : "only schedules with " + describe(round) + " were explored";
  } else if (!outcome.incomplete.empty() && outcome.errors.empty() && round.most > 0) {
    const Bound covered{round.kind, round.most - 1};
    outcome.incomplete += "; before that, no error was found with " + describe(covered);
  }
}

}  // namespace

SearchOutcome search_iteratively(const Program& program, const MachineOptions& machine_options,
                                 const SearchOptions& options, const Bound& bound,
                                 Machine& machine) {
  Statistics sum;
  std::vector<FoundError> errors;
  for (Bound round{bound.kind, 0};; ++round.most) {
    SearchOptions round_options = options;
    round_options.limits.bound = round;
    round_options.limits.seconds = options.limits.seconds - sum.search_seconds;
    SearchOutcome outcome;
    {
      Machine fresh(program, machine_options);
      Machine& used = round.most == 0 ? machine : fresh;
      outcome = Search(used, round_options).run();
      if (round.most > 0) machine.adopt_notes(fresh);
    }
    add(sum, outcome.statistics);
    outcome.statistics = sum;
    keep_cheapest(program, errors, std::move(outcome.errors));
    const bool enough = !errors.empty() && !options.keep_going;
    if (enough || !outcome.incomplete.empty() || !outcome.bound_reached ||
        round.most == bound.most) {
      outcome.errors = std::move(errors);
      say_what_was_covered(outcome, round);
      return outcome;
    }
  }
}

}  // namespace heddle
