// SPDX-License-Identifier: Apache-2.0
#include "search/search.h"

#include <utility>

#include "search/refine.h"
#include "support/bits.h"

namespace heddle {

Search::Search(Machine& machine, const SearchOptions& options)
    : Exploration(machine, options),
      own_visited_(make_visited_set(options)),
      visited_(own_visited_.get()),
      start_(machine.mark()),
      budget_(options.limits.bound) {
  if (options.make_strategy) strategy_ = options.make_strategy();
}

Search::Search(Machine& machine, const SearchOptions& options, VisitedSet& visited, WorkPool& pool)
    : Exploration(machine, options),
      visited_(&visited),
      pool_(&pool),
      start_(machine.mark()),
      budget_(options.limits.bound) {
  if (options.make_strategy) strategy_ = options.make_strategy();
}

SearchOutcome Search::run() {
  if (!pool_ || pool_->is_first()) explore(ScheduleStep{});
  if (pool_)
    while (const std::optional<WorkItem> item = pool_->get()) {
      begin(*item);
      explore(next_step());
    }
  if (strategy_) outcome_.left_out = strategy_->incomplete();
  outcome_.omission_probability = visited_->omission_probability();
  if (own_visited_) hand_over_states(*visited_);
  return finish();
}

void Search::explore(std::optional<ScheduleStep> step) {
  bool chosen = !stack_.empty();
  while (step && !stopped() && !(pool_ && pool_->stopped())) {
    if (strategy_) strategy_->take(machine_, *step);
    const Stop stop = take(*step);
    if (strategy_) strategy_->taken(machine_);
    if (chosen && !machine_.options().plain_choices) compare(step->thread);
    step = arrive(stop);
    chosen = !step;
    if (pool_ && pool_->wants_work()) share_work();
    if (chosen) step = next_step();
  }
  if (pool_ && stopped()) pool_->stop();
}

// To the state that another worker found, with what it left to us.
void Search::begin(const WorkItem& item) {
  machine_.undo(start_);
  path_ = item.path;
  if (strategy_) strategy_->go_back(0);
  for (const ScheduleStep& step : path_) {
    if (strategy_) strategy_->take(machine_, step);
    machine_.run(step.thread, step.branch);
    if (strategy_) strategy_->taken(machine_);
  }
  budget_.set_spent(item.spent);
  push_state(item.threads, 0);
  stack_.back().all |= item.others;
  if (machine_.options().plain_choices) return;
  // The others' transitions are compared with ours here, and with each other where they are run.
  for (uint64_t rest = item.others; rest; rest &= rest - 1) {
    machine_.run(lowest(rest), 0);
    side_by_side_.add(lowest(rest), machine_.accesses().all());
    machine_.undo(stack_.back().mark);
  }
}

// Gives away the shallowest transitions that are left: most of the work is there.
void Search::share_work() {
  if (outcome_.statistics.transitions < next_share_) return;
  for (Choice& choice : stack_) {
    uint64_t given = choice.threads;
    if (choice.branch > 0) given &= ~bit(choice.current);
    if (&choice == &stack_.back() && !choice.left) given &= given - 1;
    if (!given) continue;
    choice.threads &= ~given;
    pool_->give({.path = {path_.begin(), path_.begin() + ptrdiff_t(choice.path_length)},
                 .threads = given,
                 .others = choice.all & ~given,
                 .spent = choice.spent});
    // To run a schedule again must stay cheap next to the work itself.
    next_share_ = outcome_.statistics.transitions + 4 * choice.path_length;
    return;
  }
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
  if (stack_.empty() && !pool_) machine_.forget_history();
  if (!is_single(threads)) ++outcome_.statistics.choices;
  Strategy::Arrangement arrangement{.explored = affordable(threads, enabled), .first = 0};
  if (strategy_ && !is_single(arrangement.explored) && arrangement.explored)
    arrangement = strategy_->arrange(machine_, arrangement.explored, last_thread());
  push_state(arrangement.explored, arrangement.first);
  stack_.back().put_off = enabled & ~threads;
  return std::nullopt;
}

void Search::push_state(uint64_t threads, uint64_t first) {
  if (!machine_.options().plain_choices)
    side_by_side_.open(last_thread(), machine_.accesses().all());
  stack_.push_back({.mark = machine_.mark(),
                    .path_length = path_.size(),
                    .all = threads,
                    .threads = threads,
                    .first = first,
                    .put_off = 0,
                    .last = last_thread(),
                    .current = 0,
                    .spent = budget_.spent(),
                    .branch = 0,
                    .left = false,
                    .came_round = false});
}

bool Search::known(uint64_t enabled) {
  const bool known = is_known(enabled);
  if (known && !stack_.empty()) stack_.back().came_round = true;
  return known;
}

bool Search::is_known(uint64_t enabled) {
  uint64_t extra = strategy_ ? strategy_->key(machine_, enabled, last_thread()) : 0;
  if (budget_) {
    extra += budget_.key(last_thread(), enabled);
    // Reached before with at least as much left to spend: nothing new can follow.
    for (uint32_t less = 0; less < budget_.spent(); ++less)
      if (visited_->contains(machine_, extra + less) && !leads_further(extra + less)) {
        ++outcome_.statistics.matched;
        return true;
      }
    extra += budget_.spent();
  }
  if (!insert(*visited_, extra)) {
    if (stopped() || !leads_further(extra)) return true;
    --outcome_.statistics.matched;
  }
  if (has_depth_limit()) depths_.note(depth_key(extra), path_.size());
  return false;
}

// A known state leads further on a shorter path if the limit of depth has cut it off. Before the first
// cut all that it leads to is explored, or on this path: there it has as many transitions left.
bool Search::leads_further(uint64_t extra) const {
  const bool has_cut = has_depth_limit() && !outcome_.incomplete.empty();
  return has_cut && depths_.shortens(depth_key(extra), path_.size());
}

Fingerprint Search::depth_key(uint64_t extra) const {
  return machine_.fingerprint() + word_term(extra, 0, 1);
}

// The branches of a nondeterministic choice have been explored: whether the other threads are run, too.
bool Search::take_up(Choice& choice) {
  if (!choice.came_round || choice.put_off == 0) return false;
  const uint64_t enabled = choice.all | choice.put_off;
  choice.threads = std::exchange(choice.put_off, 0);
  if (budget_) {
    budget_.set_spent(choice.spent);
    const uint64_t within = budget_.affordable(choice.threads, choice.last, enabled);
    outcome_.bound_reached = outcome_.bound_reached || within != choice.threads;
    choice.threads = within;
  }
  choice.all |= choice.threads;
  return choice.threads != 0;
}

std::optional<ScheduleStep> Search::next_step() {
  while (!stack_.empty() && stack_.back().threads == 0 && !take_up(stack_.back())) {
    stack_.pop_back();
    if (!machine_.options().plain_choices) side_by_side_.close();
  }
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
  return {
      .states = visited_->size(),
      .visited_bytes = visited_->bytes(),
      .other_bytes = stack_.capacity() * sizeof(Choice) + side_by_side_.bytes() + depths_.bytes()};
}

}  // namespace heddle
