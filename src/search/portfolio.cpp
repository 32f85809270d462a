// SPDX-License-Identifier: Apache-2.0
#include "search/portfolio.h"

#include <algorithm>
#include <atomic>

#include "search/competition.h"
#include "search/iterative.h"
#include "search/parallel.h"
#include "search/parallel_walks.h"
#include "search/random_order.h"

namespace heddle {

namespace {

constexpr uint64_t kFewWalks = 1000;
constexpr uint64_t kEndlessWalks = ~uint64_t(0);

// One worker in the usual order, the others in random ones.
Contestant team(const Program& program, const MachineOptions& machine_options, unsigned workers,
                uint64_t seed) {
  return {.name = workers > 1 ? "the team of dfs and random" : "dfs",
          .machine = machine_options,
          .run = [&program, workers, seed](const MachineOptions& own, const SearchOptions& options,
                                           Machine& machine) {
            SearchOptions team_options = options;
            team_options.make_strategy = [seed,
                                          count = std::make_shared<std::atomic<uint64_t>>(0)] {
              const uint64_t number = (*count)++;
              return number == 0 ? nullptr : std::make_unique<RandomOrder>(seed + number);
            };
            return search_in_parallel(program, own, team_options, workers, machine);
          }};
}

// What does not compare the transitions of each state stops before plain accesses.
MachineOptions with_plain_choices(MachineOptions options) {
  options.plain_choices = true;
  return options;
}

Contestant priorities(const Program& program, const MachineOptions& machine_options,
                      const PortfolioOptions& portfolio) {
  const WalkTeam walks{.walks = kEndlessWalks, .seed = portfolio.seed};
  return {.name = "pct",
          .machine = with_plain_choices(machine_options),
          .run = [&program, walks, depth = portfolio.bug_depth](
                     const MachineOptions& own, const SearchOptions& options, Machine& machine) {
            return walk_by_priority(program, own, options, walks, depth, machine);
          }};
}

SearchOutcome search_with_more_and_more_preemptions(const Program& program,
                                                    const MachineOptions& own,
                                                    const SearchOptions& options,
                                                    Machine& machine) {
  return search_iteratively(program, own, options, {BoundKind::Preemptions, kNoMost}, 1, machine);
}

Contestant preemptions(const Program& program, const MachineOptions& machine_options) {
  return {
      .name = "preemptions",
      .machine = with_plain_choices(machine_options),
      .run = [&program](const MachineOptions& own, const SearchOptions& options, Machine& machine) {
        return search_with_more_and_more_preemptions(program, own, options, machine);
      }};
}

// For a single worker that is left: first the one, then the other.
Contestant priorities_then_preemptions(const Program& program,
                                       const MachineOptions& machine_options,
                                       const PortfolioOptions& portfolio) {
  const WalkTeam walks{.walks = kFewWalks, .seed = portfolio.seed};
  return {.name = "pct, then preemptions",
          .machine = with_plain_choices(machine_options),
          .run = [&program, walks, depth = portfolio.bug_depth](
                     const MachineOptions& own, const SearchOptions& options, Machine& machine) {
            SearchOutcome walked;
            {
              Machine walker(program, own);
              walked = walk_by_priority(program, own, options, walks, depth, walker);
              machine.adopt_notes(walker);
            }
            const bool stopped = !walked.incomplete.empty();
            if (!walked.errors.empty() || stopped || walked.left_out.empty()) return walked;
            return search_with_more_and_more_preemptions(program, own, options, machine);
          }};
}

bool is_settled(const SearchOutcome& outcome, const SearchOptions& options) {
  const bool covered = outcome.incomplete.empty() && outcome.left_out.empty() &&
                       !outcome.surprised && !outcome.needs_plain_choices;
  return covered || (!outcome.errors.empty() && !options.keep_going);
}

}  // namespace

SearchOutcome search_by_portfolio(const Program& program, const MachineOptions& machine_options,
                                  const SearchOptions& options, const PortfolioOptions& portfolio,
                                  Machine& machine) {
  const unsigned workers = std::max(portfolio.workers, 2u);
  const unsigned outside = workers == 2 ? 1 : 2;
  std::vector<Contestant> contestants{
      team(program, machine_options, workers - outside, portfolio.seed)};
  if (outside == 1) {
    contestants.push_back(priorities_then_preemptions(program, machine_options, portfolio));
  } else {
    contestants.push_back(priorities(program, machine_options, portfolio));
    contestants.push_back(preemptions(program, machine_options));
  }
  CompetitionResult result =
      compete(program, options, contestants,
              [&](const SearchOutcome& outcome) { return is_settled(outcome, options); });
  // Without a winner everybody was stopped, or the search has to be done again: the team says why.
  Finish& finish = result.finishes[result.winner.value_or(0)];
  machine.adopt_notes(finish.notes);
  if (result.winner) finish.outcome.summary.winner = contestants[*result.winner].name;
  return std::move(finish.outcome);
}

}  // namespace heddle
