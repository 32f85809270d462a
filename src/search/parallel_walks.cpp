// SPDX-License-Identifier: Apache-2.0
#include "search/parallel_walks.h"

#include <fmt/format.h>

#include "search/competition.h"
#include "search/merge.h"
#include "search/pct.h"
#include "search/random_order.h"

namespace heddle {

namespace {

WalkOptions share_of(const WalkTeam& team, unsigned worker) {
  const uint64_t rest = team.walks % team.workers;
  return {.walks = team.walks / team.workers + (worker < rest), .seed = team.seed + worker};
}

SearchOutcome walk(const Program& program, const MachineOptions& machine_options,
                   const SearchOptions& options, const WalkTeam& team,
                   const std::vector<std::unique_ptr<Strategy>>& strategies, Machine& machine) {
  if (team.workers == 1) return Walks(machine, options, *strategies[0], share_of(team, 0)).run();
  std::vector<Contestant> workers;
  for (unsigned number = 0; number < team.workers; ++number)
    workers.push_back(
        {.name = "",
         .machine = machine_options,
         .run = [&, number](const MachineOptions&, const SearchOptions& own_options, Machine& own) {
           return Walks(own, own_options, *strategies[number], share_of(team, number)).run();
         }});
  CompetitionResult result = compete(program, options, workers, [&](const SearchOutcome& outcome) {
    return !outcome.errors.empty() && !options.keep_going;
  });
  SearchOutcome sum;
  sum.summary.walks = 0;
  for (Finish& finish : result.finishes) {
    machine.adopt_notes(finish.notes);
    *sum.summary.walks += finish.outcome.summary.walks.value_or(0);
    sum.statistics.search_seconds =
        std::max(sum.statistics.search_seconds, finish.outcome.statistics.search_seconds);
    merge(sum, std::move(finish.outcome), program);
  }
  if (!sum.left_out.empty()) sum.left_out = describe_walks(*sum.summary.walks);
  return sum;
}

// A promise must not grow by rounding.
std::string rounded_down(double probability) {
  constexpr double kAlmostSure = 0.999;
  return probability >= kAlmostSure ? fmt::format("{}", kAlmostSure)
                                    : fmt::format("{:.2g}", probability * 0.99);
}

}  // namespace

SearchOutcome walk_randomly(const Program& program, const MachineOptions& machine_options,
                            const SearchOptions& options, const WalkTeam& team, Machine& machine) {
  std::vector<std::unique_ptr<Strategy>> orders;
  for (unsigned number = 0; number < team.workers; ++number)
    orders.push_back(std::make_unique<RandomOrder>(team.seed + number));
  return walk(program, machine_options, options, team, orders, machine);
}

SearchOutcome walk_by_priority(const Program& program, const MachineOptions& machine_options,
                               const SearchOptions& options, const WalkTeam& team,
                               uint32_t bug_depth, Machine& machine) {
  std::vector<std::unique_ptr<Strategy>> strategies;
  std::vector<const Pct*> priorities;
  for (unsigned number = 0; number < team.workers; ++number) {
    auto pct = std::make_unique<Pct>(team.seed + number, bug_depth);
    priorities.push_back(pct.get());
    strategies.push_back(std::move(pct));
  }
  SearchOutcome outcome = walk(program, machine_options, options, team, strategies, machine);
  const Guarantee promised = priorities[0]->guarantee({priorities.begin() + 1, priorities.end()});
  outcome.summary.guarantee = promised;
  if (!outcome.left_out.empty())
    outcome.left_out += fmt::format(
        "; an error of depth {} in executions of {} threads and {} steps would have been found "
        "with probability {} at least",
        promised.depth, promised.threads, promised.steps, rounded_down(promised.overall));
  return outcome;
}

}  // namespace heddle
