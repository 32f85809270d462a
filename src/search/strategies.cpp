// SPDX-License-Identifier: Apache-2.0
#include "search/strategies.h"

#include <fmt/format.h>

#include <atomic>

#include "search/auto_search.h"
#include "search/frontier_search.h"
#include "search/interference.h"
#include "search/iterative.h"
#include "search/optimal_dpor.h"
#include "search/parallel.h"
#include "search/parallel_walks.h"
#include "search/portfolio.h"
#include "search/random_order.h"
#include "search/stateful_dpor.h"
#include "search/walks.h"
#include "support/invariant.h"

namespace heddle {

namespace {

using StrategyMaker = std::function<std::unique_ptr<Strategy>()>;

// Each search gets another seed, so that workers do not follow each other; the first gets this one.
std::function<uint64_t()> seeds_from(uint64_t first) {
  return [first, count = std::make_shared<std::atomic<uint64_t>>(0)] { return first + (*count)++; };
}

StrategyMaker random_order(uint64_t seed) {
  return [next_seed = seeds_from(seed)] { return std::make_unique<RandomOrder>(next_seed()); };
}

StrategyMaker interference(const Program& program, const SearchMethod& method,
                           const std::shared_ptr<const Facts>& facts) {
  const InterferenceOptions options{
      .tell_reads_from_writes = method.tell_reads_from_writes.value_or(true),
      .percent = method.percent.value_or(SearchMethod::kPercent),
      .prune = method.kind == SearchKind::Prune};
  const StrategyMaker make_ties = method.seed ? random_order(*method.seed) : StrategyMaker();
  return [&program, facts, options, make_ties] {
    std::unique_ptr<Strategy> ties = make_ties ? make_ties() : nullptr;
    return std::make_unique<Interference>(program, facts, options, std::move(ties));
  };
}

SearchOutcome depth_first(const Program& program, const MachineOptions& machine_options,
                          SearchOptions options, const SearchMethod& method,
                          const StrategyMaker& make_strategy, Machine& machine) {
  options.make_strategy = make_strategy;
  if (method.bound)
    return search_iteratively(program, machine_options, options, *method.bound, method.jobs,
                              machine);
  return search_depth_first(program, machine_options, options, method.jobs, machine);
}

WalkTeam walk_team(const SearchMethod& method) {
  return {.walks = method.walks.value_or(SearchMethod::kWalks),
          .seed = method.seed.value_or(0),
          .workers = method.jobs};
}

SearchOutcome towards(const Program& program, const SearchOptions& options,
                      const SearchMethod& method, const Facts& facts, Machine& machine) {
  const TargetDistance distance(program, facts, *method.target);
  if (!distance.exists())
    throw UsageError(
        fmt::format("there is no code at {}:{}", method.target->file, method.target->line));
  return FrontierSearch(machine, options,
                        {.rank = [&](const Machine& at, size_t) { return distance.of(at); },
                         .newest_first = true})
      .run();
}

SearchOutcome dispatch(const Program& program, const MachineOptions& machine_options,
                       const SearchOptions& options, const SearchMethod& method,
                       const std::shared_ptr<const Facts>& facts, Machine& machine) {
  switch (method.kind) {
    case SearchKind::DepthFirst:
      return depth_first(program, machine_options, options, method, {}, machine);
    case SearchKind::Random:
      return depth_first(program, machine_options, options, method,
                         random_order(method.seed.value_or(0)), machine);
    case SearchKind::Reorder:
    case SearchKind::Prune:
      return depth_first(program, machine_options, options, method,
                         interference(program, method, facts), machine);
    case SearchKind::RandomWalk:
      return walk_randomly(program, machine_options, options, walk_team(method), machine);
    case SearchKind::Pct:
      return walk_by_priority(program, machine_options, options, walk_team(method),
                              method.bug_depth.value_or(SearchMethod::kBugDepth), machine);
    case SearchKind::Portfolio:
      return search_by_portfolio(program, machine_options, options,
                                 {.workers = method.jobs, .seed = method.seed.value_or(0)},
                                 machine);
    case SearchKind::BreadthFirst: return FrontierSearch(machine, options, breadth_first()).run();
    case SearchKind::Optimal: return OptimalDpor(machine, options, Reversal::WholeSequence).run();
    case SearchKind::Source: return OptimalDpor(machine, options, Reversal::FirstStep).run();
    case SearchKind::Dpor: return StatefulDpor(machine, options).run();
    case SearchKind::Auto: return search_automatically(program, machine_options, options, machine);
    case SearchKind::Target: return towards(program, options, method, *facts, machine);
  }
  return {};
}

}  // namespace

std::string mismatch_in(const SearchMethod& method) {
  const SearchTraits& traits = traits_of(method.kind);
  std::string misfit;
  const auto require = [&](bool given, bool taken, const char* option) {
    if (given && !taken && misfit.empty())
      misfit = fmt::format("{} does not go with --search {}", option, traits.name);
  };
  require(method.seed.has_value(), traits.takes_seed, "--seed");
  require(method.walks.has_value(), traits.walks, "--walks");
  require(method.bug_depth.has_value(), method.kind == SearchKind::Pct, "--bug-depth");
  require(method.tell_reads_from_writes.has_value(), traits.interferes, "--rw");
  require(method.percent.has_value(), traits.interferes, "--past");
  require(method.target.has_value(), method.kind == SearchKind::Target, "--target-line");
  require(method.bound.has_value(), traits.takes_bound,
          "a bound on context switches, preemptions or delays");
  if (misfit.empty() && method.kind == SearchKind::Target && !method.target)
    misfit = "--search target needs --target-line";
  return misfit;
}

bool needs_facts(SearchKind kind) {
  return traits_of(kind).interferes || kind == SearchKind::Target;
}

SearchSummary summary_of(const SearchMethod& method) {
  SearchSummary summary{.strategy = std::string(traits_of(method.kind).name), .seed = method.seed};
  if (traits_of(method.kind).is_random) summary.seeds = method.jobs;
  if (method.bound && method.bound->most != kNoMost) summary.bound = describe(*method.bound);
  return summary;
}

SearchOutcome run_search(const Program& program, const MachineOptions& machine_options,
                         const SearchOptions& options, const SearchMethod& method,
                         const std::shared_ptr<const Facts>& facts, Machine& machine) {
  SearchOutcome outcome = dispatch(program, machine_options, options, method, facts, machine);
  SearchSummary summary = summary_of(method);
  summary.walks = outcome.summary.walks;
  summary.guarantee = outcome.summary.guarantee;
  summary.winner = outcome.summary.winner;
  if (method.kind == SearchKind::Auto) summary.strategy = outcome.summary.strategy;
  outcome.summary = summary;
  return outcome;
}

}  // namespace heddle
