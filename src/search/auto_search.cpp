// SPDX-License-Identifier: Apache-2.0
#include "search/auto_search.h"

#include <algorithm>
#include <chrono>

#include "search/pct.h"
#include "search/search.h"
#include "search/stateful_dpor.h"
#include "search/walks.h"

namespace heddle {

namespace {

constexpr uint64_t kFirstStates = 20'000;
constexpr double kWalkSeconds = 1;
constexpr uint64_t kWalks = 1000;
constexpr uint32_t kBugDepth = 3;
constexpr uint64_t kProbeStates = 20'000;

class AutoSearch {
 public:
  AutoSearch(const Program& program, const MachineOptions& machine_options,
             const SearchOptions& options, Machine& machine)
      : program_(program),
        machine_options_(machine_options),
        options_(options),
        machine_(machine),
        start_(std::chrono::steady_clock::now()) {
    options_.on_progress = [this, &options](const Statistics& now) {
      interrupted_ = options.on_progress && !options.on_progress(now);
      return !interrupted_;
    };
  }

  SearchOutcome run() {
    if (decides(depth_first(kFirstStates), "dfs", kFirstStates)) return finish();
    if (decides(random_walks(), "pct", 0)) return finish();
    if (decides(dynamic_por(kProbeStates), "dpor", kProbeStates)) return finish();
    const bool saves = figures_.reduced * 2 >= figures_.left;
    if (saves)
      decides(dynamic_por(SearchLimits{}.states), "dpor", 0);
    else
      decides(depth_first(SearchLimits{}.states), "dfs", 0);
    return finish();
  }

 private:
  SearchOptions within(uint64_t states, double seconds) const {
    SearchOptions options = options_;
    options.limits.states = std::min(options.limits.states, states);
    options.limits.seconds = std::min(std::max(options.limits.seconds - elapsed(), 0.0), seconds);
    return options;
  }

  SearchOutcome depth_first(uint64_t states) {
    const SearchOptions options = within(states, options_.limits.seconds);
    if (!used_) {
      used_ = true;
      return Search(machine_, options).run();
    }
    return on_own_machine(machine_options_,
                          [&](Machine& machine) { return Search(machine, options).run(); });
  }

  SearchOutcome dynamic_por(uint64_t states) {
    const SearchOptions options = within(states, options_.limits.seconds);
    MachineOptions settings = machine_options_;
    settings.note_accesses = settings.note_operations = true;
    return on_own_machine(settings, [&](Machine& machine) {
      StatefulDpor search(machine, options);
      SearchOutcome outcome = search.run();
      figures_ = search.figures();
      return outcome;
    });
  }

  SearchOutcome random_walks() {
    SearchOptions options = within(options_.limits.states, kWalkSeconds);
    options.collect_final_states = false;
    MachineOptions settings = machine_options_;
    settings.plain_choices = true;
    return on_own_machine(settings, [&](Machine& machine) {
      Pct priorities(0, kBugDepth);
      return Walks(machine, options, priorities, {.walks = kWalks, .seed = 0}).run();
    });
  }

  template <typename Run>
  SearchOutcome on_own_machine(const MachineOptions& settings, Run run) {
    Machine machine(program_, settings);
    SearchOutcome outcome = run(machine);
    machine_.adopt_notes(machine);
    return outcome;
  }

  // Whether nothing is left to do after a part that was allowed so many states; 0: as many as the user allows.
  bool decides(SearchOutcome&& part, const char* name, uint64_t states) {
    Statistics sum = part.statistics;
    add_work(sum, outcome_.statistics);
    sum.search_seconds = elapsed();
    sum.peak_bytes = std::max(sum.peak_bytes, outcome_.statistics.peak_bytes);
    const bool is_cut =
        states != 0 && part.statistics.states >= states && states < options_.limits.states;
    const bool is_sample = !part.left_out.empty();
    const bool has_error = !part.errors.empty() && !options_.keep_going;
    const bool again = part.surprised || part.needs_plain_choices ||
                       machine_.needs_visible_releases() || machine_.needs_no_hand_over() ||
                       machine_.needs_more_sharing();
    outcome_ = std::move(part);
    outcome_.statistics = sum;
    outcome_.summary.strategy = std::string("auto: ") + name;
    return has_error || again || interrupted_ || elapsed() >= options_.limits.seconds ||
           !(is_cut || is_sample);
  }

  SearchOutcome finish() { return std::move(outcome_); }
  double elapsed() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

  const Program& program_;
  const MachineOptions machine_options_;
  SearchOptions options_;
  Machine& machine_;
  const std::chrono::steady_clock::time_point start_;
  bool used_ = false;
  bool interrupted_ = false;
  StatefulDpor::Figures figures_;
  SearchOutcome outcome_;
};

}  // namespace

SearchOutcome search_automatically(const Program& program, const MachineOptions& machine_options,
                                   const SearchOptions& options, Machine& machine) {
  return AutoSearch(program, machine_options, options, machine).run();
}

}  // namespace heddle
