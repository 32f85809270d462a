// SPDX-License-Identifier: Apache-2.0
#include "search/search.h"

#include "search/refine.h"
#include "support/bits.h"

namespace heddle {

namespace {

constexpr uint64_t kSuspiciousRun = 256;  // forced steps before we look for a cycle

}  // namespace

Search::Search(Machine& machine, const SearchOptions& options) : Exploration(machine, options) {
  if (options.exact)
    visited_ = std::make_unique<ExactSet>(options.limits.bytes);
  else
    visited_ = std::make_unique<FingerprintSet>(options.limits.bytes);
}

SearchOutcome Search::run() {
  std::optional<ScheduleStep> step = ScheduleStep{};
  bool chosen = false;
  while (step && !stopped()) {
    const Stop stop = take(*step);
    if (chosen && !machine_.options().plain_choices) compare(step->thread);
    step = arrive(stop);
    chosen = !step;
    if (chosen) step = next_step();
  }
  outcome_.omission_probability = visited_->omission_probability();
  return finish();
}

std::optional<ScheduleStep> Search::arrive(Stop stop_reason) {
  visited_->prefetch(machine_);
  uint64_t enabled = 0;
  if (!goes_on(stop_reason, enabled)) return std::nullopt;
  if (const uint64_t choosing = choosing_first()) return push_choice(bit(lowest(choosing)));
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
    if (known(budget_key()) || stopped()) return std::nullopt;
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
  if (known(budget_key()) || stopped()) return std::nullopt;
  if (stack_.empty()) machine_.forget_history();
  if (!is_single(threads)) ++outcome_.statistics.choices;
  if (!machine_.options().plain_choices)
    side_by_side_.open(last_thread(), machine_.accesses().all());
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
  while (!stack_.empty() && stack_.back().threads == 0) {
    stack_.pop_back();
    if (!machine_.options().plain_choices) side_by_side_.close();
  }
  if (stack_.empty() || stopped()) return std::nullopt;
  Choice& choice = stack_.back();
  if (choice.left) machine_.undo(choice.mark);
  choice.left = true;
  cut_path(choice.path_length, choice.switches);
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

// A transition from the state on top of the stack has been taken: does it race with one before?
void Search::compare(ThreadNumber thread) {
  const auto meeting = side_by_side_.add(thread, machine_.accesses().all());
  if (!meeting) return;
  const auto end = path_.end() - (meeting->before ? 2 : 1);
  const auto race = refine_race(machine_.program(), machine_.options(), {path_.begin(), end},
                                meeting->first, meeting->second);
  if (race) return report(race->violation, race->schedule);
  outcome_.needs_plain_choices = true;
  stop("transitions that seemed to race do not");
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

Exploration::Held Search::held() const {
  return {.states = visited_->size(),
          .visited_bytes = visited_->bytes(),
          .other_bytes = stack_.capacity() * sizeof(Choice) + side_by_side_.bytes()};
}

}  // namespace heddle
