// SPDX-License-Identifier: Apache-2.0
#include "search/iterative.h"

#include <algorithm>

#include "search/checkpoint.h"
#include "search/parallel.h"
#include "search/replay.h"
#include "support/seconds_since.h"

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
                                 const SearchOptions& options, const Bound& bound, unsigned workers,
                                 Machine& machine) {
  const auto start = std::chrono::steady_clock::now();
  const bool resumes = options.checkpoint && options.checkpoint->from;
  Rounds rounds = resumes ? options.checkpoint->from->rounds : Rounds{};
  Statistics& sum = rounds.before.statistics;
  for (bool first = true;; first = false, ++rounds.done) {
    const Bound round{bound.kind, rounds.done};
    SearchOptions round_options = options;
    round_options.limits.bound = round;
    round_options.limits.seconds = options.limits.seconds - seconds_since(start);
    CheckpointPlan plan;
    if (options.checkpoint) {
      plan = *options.checkpoint;
      plan.rounds = rounds;
      if (!first) plan.from = nullptr;
      round_options.checkpoint = &plan;
    }
    SearchOutcome outcome;
    {
      Machine fresh(program, machine_options);
      Machine& used = first ? machine : fresh;
      outcome = search_depth_first(program, machine_options, round_options, workers, used);
      if (!first) machine.adopt_notes(fresh);
    }
    add(sum, outcome.statistics);
    outcome.statistics = sum;
    keep_cheapest(program, rounds.before.errors, std::move(outcome.errors));
    const bool enough = !rounds.before.errors.empty() && !options.keep_going;
    if (enough || !outcome.incomplete.empty() || !outcome.bound_reached ||
        round.most == bound.most) {
      outcome.errors = std::move(rounds.before.errors);
      say_what_was_covered(outcome, round);
      return outcome;
    }
  }
}

}  // namespace heddle
