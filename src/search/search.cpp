// SPDX-License-Identifier: Apache-2.0
#include "search/search.h"

#include "support/bits.h"

namespace heddle {

Search::Search(Machine& machine, const SearchOptions& options)
    : Exploration(machine, options),
      visited_(make_visited_set(options.exact, options.limits.bytes)),
      budget_(options.limits.bound) {
  if (options.make_strategy) strategy_ = options.make_strategy();
}

SearchOutcome Search::run() {
  std::optional<ScheduleStep> step = ScheduleStep{};
  while (step && !stopped()) {
    if (strategy_) strategy_->take(machine_, *step);
    step = arrive(take(*step));
    if (!step) step = next_step();
  }
  if (strategy_) outcome_.left_out = strategy_->incomplete();
  outcome_.omission_probability = visited_->omission_probability();
  return finish();
}

std::optional<ScheduleStep> Search::arrive(Stop stop_reason) {
  visited_->prefetch(machine_);
  uint64_t enabled = 0;
  if (!goes_on(stop_reason, enabled)) return std::nullopt;
  if (const uint64_t choosing = choosing_first())
    return push_choice(bit(lowest(choosing)), enabled);
  const bool chooses = (enabled & machine_.standing().choosing) != 0;
  if (is_single(enabled) && !chooses) return forced_step(lowest(enabled));
  return push_choice(enabled, enabled);
}

// A nondeterministic choice is local, so its branches are a persistent set: they are taken before any
// other thread runs. When context switches count, only the thread that just ran is asked at once.
uint64_t Search::choosing_first() const {
  const uint64_t choosing = machine_.standing().choosing;
  return budget_ ? choosing & bit(last_thread()) : choosing;
}

// Alone, a thread goes on without a choice. Where it begins to, the state is matched: other paths lead
// there, too. The states after that are reached from there only. If one comes back, it will for ever.
std::optional<ScheduleStep> Search::forced_step(ThreadNumber only) {
  if (!affordable(bit(only), bit(only))) return std::nullopt;
  if (forced_run_.begins() || only != last_thread()) {
    if (known(bit(only)) || stopped()) return std::nullopt;
  }
  if (forced_run_.comes_back(machine_)) {
    report(endless_loop(only));
    return std::nullopt;
  }
  if (budget_) budget_.spend(only, last_thread(), bit(only));
  return ScheduleStep{only, 0};
}

std::optional<ScheduleStep> Search::push_choice(uint64_t threads, uint64_t enabled) {
  forced_run_.end();
  if (known(enabled) || stopped()) return std::nullopt;
  if (stack_.empty()) machine_.forget_history();
  if (!is_single(threads)) ++outcome_.statistics.choices;
  Strategy::Arrangement arrangement{.explored = affordable(threads, enabled), .first = 0};
  if (strategy_ && !is_single(arrangement.explored) && arrangement.explored)
    arrangement = strategy_->arrange(machine_, arrangement.explored, last_thread());
  stack_.push_back({.mark = machine_.mark(),
                    .path_length = path_.size(),
                    .threads = arrangement.explored,
                    .first = arrangement.first,
                    .last = last_thread(),
                    .current = 0,
                    .spent = budget_.spent(),
                    .branch = 0,
                    .left = false});
  return std::nullopt;
}

bool Search::known(uint64_t enabled) {
  uint64_t extra = 0;
  if (budget_) {
    extra = budget_.key(last_thread(), enabled);
    // Reached before with at least as much left to spend: nothing new can follow.
    for (uint32_t less = 0; less < budget_.spent(); ++less)
      if (visited_->contains(machine_, extra + less)) {
        ++outcome_.statistics.matched;
        return true;
      }
    extra += budget_.spent();
  }
  return !insert(*visited_, extra);
}

std::optional<ScheduleStep> Search::next_step() {
  while (!stack_.empty() && stack_.back().threads == 0) stack_.pop_back();
  if (stack_.empty() || stopped()) return std::nullopt;
  Choice& choice = stack_.back();
  if (choice.left) machine_.undo(choice.mark);
  choice.left = true;
  cut_path(choice.path_length);
  if (strategy_) strategy_->go_back(choice.path_length);
  forced_run_.end();
  const ThreadNumber thread = choice.current = next_thread(choice);
  if (budget_) {
    budget_.set_spent(choice.spent);
    budget_.spend(thread, choice.last, machine_.enabled_threads());
  }
  const ScheduleStep step{thread, choice.branch};
  // A thread at a nondeterministic choice has several steps.
  const Pending& pending = machine_.thread(thread).pending;
  const bool more = pending.kind == PendingKind::Choose && choice.branch + 1 < pending.branches;
  choice.branch = more ? choice.branch + 1 : 0;
  if (!more) choice.threads &= ~bit(thread);
  return step;
}

ThreadNumber Search::next_thread(const Choice& choice) {
  if (choice.branch > 0) return choice.current;
  if (!strategy_) return by_default(choice.threads, choice.last);
  const uint64_t best = choice.threads & choice.first;
  return strategy_->next(machine_, best ? best : choice.threads, choice.last);
}

uint64_t Search::affordable(uint64_t threads, uint64_t enabled) {
  if (!budget_) return threads;
  const uint64_t result = budget_.affordable(threads, last_thread(), enabled);
  if (result != threads) outcome_.bound_reached = true;
  return result;
}

Exploration::Held Search::held() const {
  return {.states = visited_->size(),
          .visited_bytes = visited_->bytes(),
          .other_bytes = stack_.capacity() * sizeof(Choice)};
}

}  // namespace heddle
