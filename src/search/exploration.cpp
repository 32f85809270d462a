// SPDX-License-Identifier: Apache-2.0
#include "search/exploration.h"

#include <fmt/format.h>

#include <algorithm>

#include "property/data_race.h"
#include "property/deadlock.h"
#include "property/leak.h"
#include "search/refine.h"
#include "search/replay.h"
#include "support/bits.h"
#include "support/invariant.h"

namespace heddle {

namespace {

constexpr uint64_t kWatchInterval = 512;  // transitions between looks at the clock
constexpr double kEstimateInterval = 0.25;  // seconds

}  // namespace

std::string depth_limit_reached(const SearchLimits& limits) {
  return "the depth limit of " + std::to_string(limits.depth) + " transitions was reached";
}

Exploration::Exploration(Machine& machine, const SearchOptions& options)
    : machine_(machine), options_(options), start_(std::chrono::steady_clock::now()) {}

Stop Exploration::take(const ScheduleStep& step) {
  if (until_watch_-- == 0) watch_limits();
  path_.push_back(step);
  Statistics& statistics = outcome_.statistics;
  ++statistics.transitions;
  if (path_.size() > statistics.max_depth) statistics.max_depth = path_.size();
  return machine_.run(step.thread, step.branch);
}

bool Exploration::goes_on(Stop stop_reason, uint64_t& enabled) {
  if (stop_reason != Stop::Visible && stop_reason != Stop::Finished) return end_path(stop_reason);
  check_state_properties();
  if (stopped_) return false;
  if (path_.size() >= options_.limits.depth) {
    outcome_.incomplete = depth_limit_reached(options_.limits);
    outcome_.depth_reached = true;
    return false;
  }
  enabled = machine_.enabled_threads();
  if (enabled != 0) return true;
  INVARIANT(machine_.live_threads() != 0, "the last thread leaves through exit");
  report(whole_deadlock(machine_));
  end_execution();
  return false;
}

bool Exploration::end_path(Stop stop_reason) {
  switch (stop_reason) {
    case Stop::Visible:
    case Stop::Finished:
    case Stop::Discarded: break;
    case Stop::Exit:
      if (outcome_.first_execution.empty()) outcome_.first_execution = path_;
      check_end_properties();
      end_execution();
      break;
    case Stop::Violation: report(*machine_.violation()); break;
    case Stop::StepLimit:
      stop("a thread ran " + std::to_string(machine_.options().max_local_steps) +
           " instructions without an operation that another thread could notice");
      break;
  }
  return false;
}

void Exploration::check_state_properties() {
  if (is_single(machine_.live_threads())) return;
  if (options_.errors.contains(ErrorKind::DataRace))
    if (const auto race = find_data_race(machine_)) report(*race);
  if (options_.errors.contains(ErrorKind::Deadlock))
    if (const auto circle = find_waiting_circle(machine_)) report(*circle);
}

void Exploration::check_end_properties() {
  if (options_.errors.contains(ErrorKind::Leak))
    if (const auto leak = find_leak(machine_)) report(*leak);
  if (options_.errors.contains(ErrorKind::ExitCode) && machine_.exit_code() != 0)
    report({.kind = ErrorKind::ExitCode,
            .message = "the program ends with exit code " + std::to_string(machine_.exit_code()),
            .thread = last_thread(),
            .stack = machine_.call_stack(last_thread())});
}

bool Exploration::insert(VisitedSet& visited, uint64_t extra) {
  switch (visited.insert(machine_, extra)) {
    case Insertion::Known: ++outcome_.statistics.matched; return false;
    case Insertion::Full: stop("the memory limit was reached"); return false;
    case Insertion::New: break;
  }
  constexpr uint64_t kUnlimited =
      SearchLimits{}.states;  // several workers have to be asked for the number
  if (options_.limits.states != kUnlimited && visited.size() >= options_.limits.states)
    stop("the limit of " + std::to_string(options_.limits.states) + " states was reached");
  return true;
}

void Exploration::report(const Violation& violation) {
  if (!options_.errors.contains(violation.kind)) {
    outcome_.ignored_errors.insert(std::string(name_of(violation.kind)));
    return;
  }
  // To find the schedule of one that is known already may take long.
  if (reported_.contains(identity_of(machine_.program(), violation))) return;
  until_watch_ = 0;  // what follows may take long
  const MachineOptions& how = machine_.options();
  if (how.plain_choices && !how.filter) return report(violation, path_);
  if (auto schedule = refine(machine_.program(), how, path_, violation))
    return report(violation, std::move(*schedule));
  cannot_tell_ = how.filter != nullptr;
  outcome_.needs_plain_choices = !how.filter;
  stopped_ = true;
}

void Exploration::report(const Violation& violation, Schedule schedule) {
  if (!reported_.insert(identity_of(machine_.program(), violation)).second) return;
  outcome_.errors.push_back({violation, std::move(schedule)});
  // With choices missing, one error may hide another.
  outcome_.needs_plain_choices = options_.keep_going && !machine_.options().plain_choices;
  if (!options_.keep_going || outcome_.needs_plain_choices) stopped_ = true;
}

void Exploration::report_meeting(const SideBySide::Meeting& meeting) {
  if (!options_.errors.contains(ErrorKind::DataRace)) return;
  const auto end = path_.end() - (meeting.before ? 2 : 1);
  const auto race = refine_race(machine_.program(), machine_.options(), {path_.begin(), end},
                                meeting.first, meeting.second);
  until_watch_ = 0;  // that may have taken long
  if (race) return report(race->violation, race->schedule);
  outcome_.needs_plain_choices = true;
  stop("transitions that seemed to race do not");
}

Violation Exploration::endless_loop(ThreadNumber only) const {
  return {.kind = ErrorKind::EndlessLoop,
          .message = "this loop never ends: no other thread can run, and the state comes back",
          .thread = only,
          .stack = machine_.call_stack(only)};
}

void Exploration::stop(std::string reason) {
  outcome_.incomplete = std::move(reason);
  stopped_ = true;
}

// Where an exit cuts other threads off depends on where they may stop, which reductions change; the
// final states that all of them share are those in which every thread has come to its end.
void Exploration::end_execution() {
  ++outcome_.statistics.executions;
  if (!options_.collect_final_states) return;
  const bool cut_off = !is_single(machine_.live_threads()) && machine_.enabled_threads() != 0;
  if (!cut_off) outcome_.final_states.insert(machine_.contents_fingerprint());
}

void Exploration::watch_limits() {
  until_watch_ = kWatchInterval;
  const Held kept = held();
  Statistics now = outcome_.statistics;
  now.states = kept.states;
  now.instructions = machine_.instructions();
  now.search_seconds = elapsed();
  now.visited_bytes = kept.visited_bytes;
  const size_t bytes = bytes_held(kept);
  outcome_.statistics.peak_bytes = std::max<uint64_t>(outcome_.statistics.peak_bytes, bytes);
  now.peak_bytes = outcome_.statistics.peak_bytes;
  now.max_depth = path_.size();
  if (options_.on_progress && now.search_seconds >= next_estimate_) {
    explored_ = explored();
    next_estimate_ = now.search_seconds + kEstimateInterval;
  }
  now.explored = explored_;
  if (now.search_seconds > options_.limits.seconds) stop("the time limit was reached");
  // Another worker may have made room in the meantime.
  if (bytes > options_.limits.bytes && !make_room() && bytes_held(held()) > options_.limits.bytes)
    stop("the memory limit was reached");
  if (options_.on_progress && !options_.on_progress(now)) stop("interrupted");
}

void Exploration::say_what_is_missed(const VisitedSet& visited) {
  const auto since = visited.lossy_since();
  if (!since) {
    outcome_.omission_probability = visited.omission_probability();
    return;
  }
  const std::string reason = fmt::format(
      "the memory limit was reached after {} states; of those that followed only a few bits were "
      "kept, and in the end a new one was missed with probability {:.2g}",
      *since, visited.omission_probability());
  outcome_.incomplete += outcome_.incomplete.empty() ? reason : "; " + reason;
}

void Exploration::add_figures(SearchOutcome& outcome) const {
  const Held kept = held();
  outcome.statistics.states = kept.states;
  outcome.statistics.visited_bytes = kept.visited_bytes;
  outcome.statistics.instructions = machine_.instructions();
  outcome.statistics.search_seconds = elapsed();
  outcome.statistics.avoided_choices = machine_.avoided_choices();
  outcome.surprised =
      cannot_tell_ || (machine_.options().filter && machine_.options().filter->was_wrong());
}

SearchOutcome Exploration::finish() {
  add_figures(outcome_);
  return std::move(outcome_);
}

double Exploration::elapsed() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

}  // namespace heddle
