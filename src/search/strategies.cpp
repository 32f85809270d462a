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
#include "search/pct.h"
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
    return search_iteratively(program, machine_options, options, *method.bound, machine);
  if (method.jobs > 1)
    return search_in_parallel(program, machine_options, options, method.jobs, machine);
  return Search(machine, options).run();
}

WalkOptions walk_options(const SearchMethod& method) {
  return {.walks = method.walks.value_or(SearchMethod::kWalks), .seed = method.seed.value_or(0)};
}

SearchOutcome random_walks(const SearchOptions& options, const SearchMethod& method,
                           Machine& machine) {
  RandomOrder order(method.seed.value_or(0));
  return Walks(machine, options, order, walk_options(method)).run();
}

// A promise must not grow by rounding.
std::string rounded_down(double probability) {
  constexpr double kAlmostSure = 0.999;
  return probability >= kAlmostSure ? fmt::format("{}", kAlmostSure)
                                    : fmt::format("{:.2g}", probability * 0.99);
}

SearchOutcome pct(const SearchOptions& options, const SearchMethod& method, Machine& machine) {
  Pct priorities(method.seed.value_or(0), method.bug_depth.value_or(SearchMethod::kBugDepth));
  SearchOutcome outcome = Walks(machine, options, priorities, walk_options(method)).run();
  const Guarantee promised = priorities.guarantee();
  outcome.summary.guarantee = promised;
  if (!outcome.left_out.empty())
    outcome.left_out += fmt::format(
        "; an error of depth {} in executions of {} threads and {} steps would have been found "
        "with "
        "probability {} at least",
        promised.depth, promised.threads, promised.steps, rounded_down(promised.overall));
  return outcome;
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
    case SearchKind::RandomWalk: return random_walks(options, method, machine);
    case SearchKind::Pct: return pct(options, method, machine);
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
  if (method.kind == SearchKind::Auto) summary.strategy = outcome.summary.strategy;
  outcome.summary = summary;
  return outcome;
}

}  // namespace heddle
