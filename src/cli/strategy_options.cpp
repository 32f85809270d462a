// The options that say in which order, and within which bounds, a state space is searched.
// SPDX-License-Identifier: Apache-2.0
#include "cli/commands.h"

namespace heddle {

namespace {

std::string search_help() {
  std::string text = "how to search";
  const char* separator = ": ";
  for (const SearchTraits& search : kSearches) {
    text += separator + std::string(search.name) + " (" + std::string(search.meaning) + ")";
    separator = ", ";
  }
  return text;
}

std::vector<std::string> search_names() {
  std::vector<std::string> names;
  for (const SearchTraits& search : kSearches) names.emplace_back(search.name);
  return names;
}

// At most one of them.
void add_bounds(CLI::App& command, Options& options) {
  const auto add = [&](const char* name, BoundKind kind, const char* meaning) {
    return command
        .add_option_function<uint32_t>(
            name, [&options, kind](uint32_t most) { options.search.bound = Bound{kind, most}; },
            meaning)
        ->check(CLI::NonNegativeNumber);
  };
  CLI::Option* shortest = command.add_flag("--shortest", options.shortest,
                                           "find a schedule with the fewest context switches");
  CLI::Option* preemptions =
      add("--preemptions", BoundKind::Preemptions,
          "explore schedules with no preemption, then with one, and so on up to so many");
  CLI::Option* switches = add("--context-switches", BoundKind::ContextSwitches,
                              "the same for context switches of any sort");
  CLI::Option* delays = add("--delays", BoundKind::Delays,
                            "the same for deviations from a scheduler that takes threads in turn");
  preemptions->excludes(shortest);
  switches->excludes(shortest)->excludes(preemptions);
  delays->excludes(shortest)->excludes(preemptions)->excludes(switches);
}

void read_target(Options& options, const std::string& text) {
  options.search.target = parse_source_line(text);
  if (!options.search.target) throw CLI::ValidationError("--target-line", "expected FILE:LINE");
}

}  // namespace

void add_strategy_options(CLI::App& command, Options& options) {
  SearchMethod& search = options.search;
  command
      .add_option_function<std::string>(
          "--search", [&](const std::string& name) { search.kind = *search_named(name); },
          search_help())
      ->check(CLI::IsMember(search_names()));
  add_bounds(command, options);
  command
      .add_option("--seed", search.seed, "for random orders: the same number gives the same search")
      ->check(CLI::NonNegativeNumber);
  command
      .add_option("--walks", search.walks,
                  "executions that random-walk and pct run (" +
                      std::to_string(SearchMethod::kWalks) + " by default)")
      ->check(CLI::PositiveNumber);
  command
      .add_option("--bug-depth", search.bug_depth,
                  "for pct: how many orderings of two events the errors sought need (" +
                      std::to_string(SearchMethod::kBugDepth) + " by default)")
      ->check(CLI::Range(1u, 100u));
  command
      .add_option_function<std::string>(
          "--rw", [&](const std::string& name) { search.tell_reads_from_writes = name == "on"; },
          "for reorder and prune: whether two reads do not interfere, on (the default) or off")
      ->check(CLI::IsMember({"on", "off"}));
  command
      .add_option("--past", search.percent,
                  "for reorder and prune: the last part of the path that counts, in percent (" +
                      std::to_string(SearchMethod::kPercent) + " by default)")
      ->check(CLI::Range(1u, 100u));
  command.add_option_function<std::string>(
      "--target-line", [&](const std::string& text) { read_target(options, text); },
      "for target: the line to go to, as FILE:LINE");
}

}  // namespace heddle
