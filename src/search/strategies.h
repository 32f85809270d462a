// The ways of searching by the names that users give them, and what each takes.
//
// A new one has a file of its own, a row in kSearches and a case in strategies.cpp.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "search/exploration.h"
#include "search/target_distance.h"

namespace heddle {

enum class SearchKind : uint8_t {
  DepthFirst,
  Random,
  RandomWalk,
  Pct,
  BreadthFirst,
  Target,
  Reorder,
  Prune,
  Optimal,
  Source,
  Portfolio,
  Dpor,
  Auto
};

// Which of the options below a search takes.
struct SearchTraits {
  SearchKind kind;
  std::string_view name;
  std::string_view meaning;
  bool takes_seed = false;
  bool is_random = false;  // without a seed it gets one
  bool walks = false;  // executions without state matching
  bool interferes = false;  // RW and P
  bool takes_bound = false;
  bool takes_jobs = false;  // workers
  bool is_depth_first = false;  // with state matching: checkpoints, smaller tables
  bool compares =
      false;  // the transitions of each state: data races show without choices, see side_by_side.h
  // When it has come to its end, all transitions from each state of its visited set have been taken: a search of the next
  // version may take them for known (docs/decisions/005-a-stored-graph.md).
  bool finishes_states = false;
  // The order of operations decides what is explored, so that each must be a transition of its own.
  bool follows_dependence = false;
  // It decides what is explored, but transitions may have any length: see transition_effects.h.
  bool notes_operations = false;
};

inline constexpr SearchTraits kSearches[] = {
    {.kind = SearchKind::DepthFirst,
     .name = "dfs",
     .meaning = "depth first (the default)",
     .takes_bound = true,
     .takes_jobs = true,
     .is_depth_first = true,
     .compares = true,
     .finishes_states = true},
    {.kind = SearchKind::Random,
     .name = "random",
     .meaning = "depth first in random order",
     .takes_seed = true,
     .is_random = true,
     .takes_bound = true,
     .takes_jobs = true,
     .is_depth_first = true,
     .compares = true,
     .finishes_states = true},
    {.kind = SearchKind::RandomWalk,
     .name = "random-walk",
     .meaning = "random executions",
     .takes_seed = true,
     .is_random = true,
     .walks = true,
     .takes_jobs = true},
    {.kind = SearchKind::Pct,
     .name = "pct",
     .meaning = "executions with random priorities",
     .takes_seed = true,
     .is_random = true,
     .walks = true,
     .takes_jobs = true},
    {.kind = SearchKind::BreadthFirst, .name = "bfs", .meaning = "breadth first"},
    {.kind = SearchKind::Target, .name = "target", .meaning = "towards --target-line"},
    {.kind = SearchKind::Reorder,
     .name = "reorder",
     .meaning = "depth first, interfering threads first",
     .takes_seed = true,
     .interferes = true,
     .takes_bound = true,
     .takes_jobs = true,
     .is_depth_first = true,
     .compares = true},
    {.kind = SearchKind::Prune,
     .name = "prune",
     .meaning = "depth first, interfering threads only",
     .takes_seed = true,
     .interferes = true,
     .takes_bound = true,
     .takes_jobs = true,
     .is_depth_first = true,
     .compares = true},
    {.kind = SearchKind::Optimal,
     .name = "optimal",
     .meaning = "stateless, one execution per order of dependent operations",
     .follows_dependence = true},
    {.kind = SearchKind::Source,
     .name = "source",
     .meaning = "the same with source sets",
     .follows_dependence = true},
    {.kind = SearchKind::Portfolio,
     .name = "portfolio",
     .meaning = "several of these in competition, on all cores",
     .takes_seed = true,
     .is_random = true,
     .takes_jobs = true,
     .compares = true},
    {.kind = SearchKind::Dpor,
     .name = "dpor",
     .meaning = "depth first, only threads whose order matters",
     .compares = true,
     .notes_operations = true},
    {.kind = SearchKind::Auto,
     .name = "auto",
     .meaning = "what the first seconds suggest: dfs, pct or dpor",
     .compares = true},
};

constexpr const SearchTraits& traits_of(SearchKind kind) {
  for (const SearchTraits& traits : kSearches)
    if (traits.kind == kind) return traits;
  return kSearches[0];
}

constexpr std::optional<SearchKind> search_named(std::string_view name) {
  for (const SearchTraits& traits : kSearches)
    if (traits.name == name) return traits.kind;
  return std::nullopt;
}

// What the user asked for; what was not said has the defaults below.
struct SearchMethod {
  SearchKind kind = SearchKind::DepthFirst;
  std::optional<Bound> bound;
  std::optional<uint64_t> seed;
  std::optional<uint64_t> walks;
  std::optional<uint32_t> bug_depth;
  std::optional<bool> tell_reads_from_writes;
  std::optional<uint32_t> percent;
  std::optional<SourceLine> target;
  unsigned jobs = 1;

  static constexpr uint64_t kWalks = 1000;
  static constexpr uint32_t kBugDepth = 3;
  static constexpr uint32_t kPercent = 10;  // what the paper recommends, with RW on
};

// Which options do not go with this kind of search, in words; empty if all do.
std::string mismatch_in(const SearchMethod& method);
// Whether the static analyses are needed.
bool needs_facts(SearchKind kind);

// What the report says about it, before anything has been searched.
SearchSummary summary_of(const SearchMethod& method);

// `machine` is left with what its models noted. Facts may be null if they are not needed.
SearchOutcome run_search(const Program& program, const MachineOptions& machine_options,
                         const SearchOptions& options, const SearchMethod& method,
                         const std::shared_ptr<const Facts>& facts, Machine& machine);

}  // namespace heddle
