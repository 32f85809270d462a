// SPDX-License-Identifier: Apache-2.0
#include "search/search.h"

#include <bit>

#include "property/data_race.h"
#include "property/deadlock.h"
#include "property/leak.h"
#include "search/replay.h"
#include "support/bits.h"
#include "support/invariant.h"

namespace heddle {

namespace {

constexpr uint64_t kWatchInterval = 512;       // transitions between looks at the clock
constexpr uint64_t kSuspiciousRun = 256;       // forced steps before we look for a cycle

}  // namespace

Search::Search(Machine& machine, const SearchOptions& options)
    : machine_(machine), options_(options), start_(std::chrono::steady_clock::now()) {
  if (options.exact)
    visited_ = std::make_unique<ExactSet>(options.limits.bytes);
  else
    visited_ = std::make_unique<FingerprintSet>(options.limits.bytes);
}

SearchOutcome Search::run() {
  std::optional<ScheduleStep> step = ScheduleStep{};
  while (step && !stopped_) {
    step = arrive(take(*step));
    if (!step) step = next_step();
  }
  outcome_.statistics.states = visited_->size();
  outcome_.statistics.visited_bytes = visited_->bytes();
  outcome_.statistics.instructions = machine_.instructions();
  outcome_.statistics.search_seconds = elapsed();
  outcome_.omission_probability = visited_->omission_probability();
  return std::move(outcome_);
}

Stop Search::take(const ScheduleStep& step) {
  if (until_watch_-- == 0) watch_limits();
  if (!path_.empty() && step.thread != path_.back().thread) ++switches_;
  path_.push_back(step);
  Statistics& statistics = outcome_.statistics;
  ++statistics.transitions;
  if (path_.size() > statistics.max_depth) statistics.max_depth = path_.size();
  return machine_.run(step.thread, step.branch);
}

std::optional<ScheduleStep> Search::arrive(Stop stop_reason) {
  switch (stop_reason) {
    case Stop::Visible:
    case Stop::Finished: return arrive_at_state();
    case Stop::Exit:
      if (outcome_.first_execution.empty()) outcome_.first_execution = path_;
      check_end_properties();
      end_execution();
      return std::nullopt;
    case Stop::Violation: report(*machine_.violation()); return std::nullopt;
    case Stop::Discarded: return std::nullopt;
    case Stop::StepLimit:
      stop("a thread ran " + std::to_string(machine_.options().max_local_steps) +
           " instructions without an operation that another thread could notice");
      return std::nullopt;
  }
  return std::nullopt;
}

std::optional<ScheduleStep> Search::arrive_at_state() {
  visited_->prefetch(machine_);
  check_state_properties();
  if (stopped_) return std::nullopt;
  if (path_.size() >= options_.limits.depth) {
    outcome_.incomplete =
        "the depth limit of " + std::to_string(options_.limits.depth) + " transitions was reached";
    return std::nullopt;
  }
  if (const uint64_t choosing = choosing_first()) return push_choice(bit(lowest(choosing)));
  const uint64_t enabled = machine_.enabled_threads();
  if (enabled == 0) {
    INVARIANT(machine_.live_threads() != 0, "the last thread leaves through exit");
    report(whole_deadlock(machine_));
    end_execution();
    return std::nullopt;
  }
  const bool chooses = (enabled & machine_.standing().choosing) != 0;
  if (is_single(enabled) && !chooses) return forced_step(lowest(enabled));
  return push_choice(enabled);
}

// A nondeterministic choice is local, so its branches are a persistent set: they are taken before any
// other thread runs. When context switches count, only the thread that just ran is asked at once.
uint64_t Search::choosing_first() const {
  const uint64_t choosing = machine_.standing().choosing;
  return options_.limits.context_switches ? choosing & bit(last_thread()) : choosing;
}

// Alone, a thread goes on without a choice. Where it begins to, the state is matched: other paths lead
// there, too. The states after that are reached from there only. If one comes back, it will for ever.
std::optional<ScheduleStep> Search::forced_step(ThreadNumber only) {
  if (!within_switch_bound(bit(only))) return std::nullopt;
  if (forced_in_a_row_ == 0 || only != last_thread()) {
    if (known(budget_key()) || stopped_) return std::nullopt;
  }
  if (++forced_in_a_row_ > kSuspiciousRun) {
    const Fingerprint now = machine_.fingerprint();
    if (now == forced_mark_) {
      report({.kind = ErrorKind::EndlessLoop,
              .message = "this loop never ends: no other thread can run, and the state comes back",
              .thread = only,
              .stack = machine_.call_stack(only)});
      return std::nullopt;
    }
    if (is_single(forced_in_a_row_)) forced_mark_ = now;
  }
  return ScheduleStep{only, 0};
}

void Search::end_forced_run() {
  forced_in_a_row_ = 0;
  forced_mark_ = {};
}

std::optional<ScheduleStep> Search::push_choice(uint64_t threads) {
  end_forced_run();
  if (known(budget_key()) || stopped_) return std::nullopt;
  if (stack_.empty()) machine_.forget_history();
  if (!is_single(threads)) ++outcome_.statistics.choices;
  stack_.push_back({.mark = machine_.mark(),
                    .path_length = path_.size(),
                    .threads = within_switch_bound(threads),
                    .preferred = last_thread(),
                    .switches = switches_,
                    .branch = 0,
                    .left = false});
  return std::nullopt;
}

bool Search::known(uint64_t extra) {
  // Reached before with at least as many context switches left: nothing new can follow.
  if (const auto bound = options_.limits.context_switches)
    for (uint32_t fewer = 0; fewer < switches_; ++fewer)
      if (visited_->contains(machine_, extra - switches_ + fewer)) {
        ++outcome_.statistics.matched;
        return true;
      }
  switch (visited_->insert(machine_, extra)) {
    case Insertion::Known: ++outcome_.statistics.matched; return true;
    case Insertion::Full: stop("the memory limit was reached"); return true;
    case Insertion::New: break;
  }
  if (visited_->size() >= options_.limits.states)
    stop("the limit of " + std::to_string(options_.limits.states) + " states was reached");
  return false;
}

std::optional<ScheduleStep> Search::next_step() {
  while (!stack_.empty() && stack_.back().threads == 0) stack_.pop_back();
  if (stack_.empty() || stopped_) return std::nullopt;
  Choice& choice = stack_.back();
  if (choice.left) machine_.undo(choice.mark);
  choice.left = true;
  path_.resize(choice.path_length);
  switches_ = choice.switches;
  end_forced_run();
  const ThreadNumber thread =
      choice.threads & bit(choice.preferred) ? choice.preferred : lowest(choice.threads);
  const ScheduleStep step{thread, choice.branch};
  // A thread at a nondeterministic choice has several steps.
  const Pending& pending = machine_.thread(thread).pending;
  const bool more = pending.kind == PendingKind::Choose && choice.branch + 1 < pending.branches;
  choice.branch = more ? choice.branch + 1 : 0;
  if (!more) choice.threads &= ~bit(thread);
  return step;
}

void Search::check_state_properties() {
  if (is_single(machine_.live_threads())) return;
  if (options_.errors.contains(ErrorKind::DataRace))
    if (const auto race = find_data_race(machine_)) report(*race);
  if (options_.errors.contains(ErrorKind::Deadlock))
    if (const auto circle = find_waiting_circle(machine_)) report(*circle);
}

void Search::check_end_properties() {
  if (options_.errors.contains(ErrorKind::Leak))
    if (const auto leak = find_leak(machine_)) report(*leak);
  if (options_.errors.contains(ErrorKind::ExitCode) && machine_.exit_code() != 0)
    report({.kind = ErrorKind::ExitCode,
            .message = "the program ends with exit code " + std::to_string(machine_.exit_code()),
            .thread = last_thread(),
            .stack = machine_.call_stack(last_thread())});
}

void Search::report(const Violation& violation) {
  if (!options_.errors.contains(violation.kind)) {
    outcome_.ignored_errors.insert(std::string(name_of(violation.kind)));
    return;
  }
  if (!reported_.insert(identity_of(machine_.program(), violation)).second) return;
  outcome_.errors.push_back({violation, path_});
  if (!options_.keep_going) stopped_ = true;
}

void Search::stop(std::string reason) {
  outcome_.incomplete = std::move(reason);
  stopped_ = true;
}

// Where an exit cuts other threads off depends on where they may stop, which reductions change; the
// final states that all of them share are those in which every thread has come to its end.
void Search::end_execution() {
  ++outcome_.statistics.executions;
  if (!options_.collect_final_states) return;
  const bool cut_off = !is_single(machine_.live_threads()) && machine_.enabled_threads() != 0;
  if (!cut_off) outcome_.final_states.insert(machine_.fingerprint());
}

void Search::watch_limits() {
  until_watch_ = kWatchInterval;
  Statistics now = outcome_.statistics;
  now.states = visited_->size();
  now.instructions = machine_.instructions();
  now.search_seconds = elapsed();
  now.visited_bytes = visited_->bytes();
  const size_t bytes =
      visited_->bytes() + machine_.bytes_in_use() + stack_.capacity() * sizeof(Choice);
  outcome_.statistics.peak_bytes = std::max<uint64_t>(outcome_.statistics.peak_bytes, bytes);
  now.peak_bytes = outcome_.statistics.peak_bytes;
  now.max_depth = path_.size();
  if (now.search_seconds > options_.limits.seconds) stop("the time limit was reached");
  if (bytes > options_.limits.bytes) stop("the memory limit was reached");
  if (options_.on_progress && !options_.on_progress(now)) stop("interrupted");
}

uint64_t Search::within_switch_bound(uint64_t threads) {
  const auto bound = options_.limits.context_switches;
  if (!bound || switches_ < *bound) return threads;
  const uint64_t allowed = threads & bit(last_thread());
  if (allowed != threads) outcome_.switches_limited = true;
  return allowed;
}

// With a bound on context switches, what can follow depends on who ran last and on how many are left.
uint64_t Search::budget_key() const {
  if (!options_.limits.context_switches) return 0;
  return (uint64_t(last_thread()) + 1) << 32 | switches_;
}

double Search::elapsed() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

}  // namespace heddle
