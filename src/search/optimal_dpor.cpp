// SPDX-License-Identifier: Apache-2.0
#include "search/optimal_dpor.h"

#include <algorithm>

#include "search/replay.h"
#include "support/bits.h"
#include "support/invariant.h"

namespace heddle {

namespace {

// Two accesses race wherever they can stand side by side; that this is so is seen at once or hardly ever.
constexpr unsigned kMostTries = 8;

bool has_ended(Stop stop) { return stop != Stop::Visible && stop != Stop::Finished; }

}  // namespace

OptimalDpor::OptimalDpor(Machine& machine, const SearchOptions& options, Reversal reversal)
    : Exploration(machine, options), reversal_(reversal) {
  INVARIANT(machine.options().steady_stops, "a transition is one visible operation");
}

SearchOutcome OptimalDpor::run() {
  levels_.push_back(
      {.mark = machine_.mark(), .tree = {}, .sleepers = {}, .idle = {}, .current = {}});
  note_step(levels_.back(), {});
  while (!levels_.empty() && !stopped()) {
    if (levels_.back().tree.empty())
      leave_level();
    else
      go_on(levels_.back());
  }
  return finish();
}

void OptimalDpor::leave_level() {
  levels_.pop_back();
  if (!levels_.empty()) levels_.back().sleepers.push_back(*levels_.back().current);
}

void OptimalDpor::go_on(Level& level) {
  const size_t depth = levels_.size() - 1;
  if (level.current) {
    machine_.undo(level.mark);
    cut_path(depth);
    events_.cut(depth);
    states_.cut(depth);
    places_.resize(depth);
    new_from_ = std::min(new_from_, depth);
  }
  WakeupNode node = std::move(level.tree.front());
  level.tree.pop_front();
  const ThreadNumber thread = node.step.thread;
  INVARIANT((machine_.live_threads() & bit(thread)) && machine_.is_enabled(thread),
            "what was seen to be possible in another order is possible");
  const Operation operation = operation_of(machine_, thread);
  const Pending pending = machine_.thread(thread).pending;
  Level next{.mark = {},
             .tree = std::move(node.children),
             .sleepers = {},
             .idle = level.idle,
             .current = {}};
  const std::optional<IdleLoop> loop = next.idle.take_ended(thread);
  places_.push_back(place_of(thread));
  const Stop stop_reason = take(node.step);
  events_.append(machine_, node.step, operation, pending, loop);
  states_.append(machine_, thread);
  if (events_.numbers_depend_on_order())
    return stop("the numbers of the threads depend on the order in which they are created and end");

  const auto& footprint = events_[depth].footprint;
  level.current = Sleeper{node.step, footprint, has_ended(stop_reason)};
  for (const Sleeper& sleeper : level.sleepers)
    if (sleeper.step.thread != thread && !are_dependent(*sleeper.footprint, *footprint))
      next.sleepers.push_back(sleeper);

  uint64_t enabled = 0;
  const bool on = goes_on(stop_reason, enabled);
  if (!on && !stopped()) end_path(has_ended(stop_reason));
  if (on && arrive(next, enabled)) {
    next.mark = machine_.mark();
    levels_.push_back(std::move(next));
  } else {
    level.sleepers.push_back(*level.current);
  }
}

// Whether there is anything to do in the state after the last event.
bool OptimalDpor::arrive(Level& next, uint64_t enabled) {
  if (!states_.memory_is_same()) next.idle.wake(events_);
  if (const size_t count = states_.idle_events(events_)) {
    next.idle.add(events_, count);
  } else if (states_.comes_back()) {
    stop("threads go round in circles together, which a stateless search cannot follow");
    return false;
  }
  if (!next.tree.empty()) return true;
  if (const uint64_t choosing = machine_.standing().choosing) {
    const ThreadNumber thread = lowest(choosing);
    for (uint32_t branch = 0; branch < machine_.thread(thread).pending.branches; ++branch)
      note_step(next, {thread, branch});
    return true;
  }
  const uint64_t busy = enabled & ~next.idle.threads();
  if (const uint64_t awake = busy & ~asleep(next)) {
    if (!is_single(enabled)) ++outcome_.statistics.choices;
    note_step(next, {awake & bit(last_thread()) ? last_thread() : lowest(awake), 0});
    return true;
  }
  if (busy == 0 && is_single(enabled) && next.idle.is_stuck(lowest(enabled)))
    report({.kind = ErrorKind::EndlessLoop,
            .message = "this loop never ends: no other thread can run, and the state comes back",
            .thread = lowest(enabled),
            .stack = machine_.call_stack(lowest(enabled))});
  const bool in_vain =
      busy != 0 && std::none_of(next.sleepers.begin(), next.sleepers.end(),
                                [](const Sleeper& sleeper) { return sleeper.ends; });
  if (in_vain) ++outcome_.statistics.blocked_executions;
  if (!stopped()) end_path(false);
  return false;
}

void OptimalDpor::note_step(Level& level, const ScheduleStep& step) {
  level.tree.push_back({step, operation_of(machine_, step.thread).footprint, {}});
}

uint64_t OptimalDpor::asleep(const Level& level) {
  uint64_t threads = 0;
  for (const Sleeper& sleeper : level.sleepers) threads |= bit(sleeper.step.thread);
  return threads;
}

// The execution has come to an end; `cut_short` by its last event, although others could go on.
void OptimalDpor::end_path(bool cut_short) {
  for (size_t later = std::exchange(new_from_, events_.size()); later < events_.size(); ++later)
    for (const size_t earlier : events_[later].races) {
      report_race(earlier, later);
      if (stopped()) return;
      reverse(earlier, events_[later].step, events_[later].operation, later);
    }
  const uint64_t enabled = machine_.enabled_threads();
  for (uint64_t rest = machine_.live_threads(); rest; rest &= rest - 1) {
    const ThreadNumber thread = lowest(rest);
    if (cut_short && thread == last_thread()) continue;
    // The last event may be what let it run.
    const bool could = cut_short && events_.could_precede(events_.size() - 1, machine_, thread);
    if (enabled & bit(thread) && could)
      reverse_pending(thread, {events_.size() - 1});
    else if (cut_short || !(enabled & bit(thread)))
      reverse_pending(thread, events_.races_of_pending(machine_, thread));
  }
}

void OptimalDpor::reverse_pending(ThreadNumber thread, const std::vector<size_t>& races) {
  const Operation operation = operation_of(machine_, thread);
  const Pending& pending = machine_.thread(thread).pending;
  const uint32_t branches = pending.kind == PendingKind::Choose ? pending.branches : 1;
  for (const size_t earlier : races)
    for (uint32_t branch = 0; branch < branches; ++branch)
      reverse(earlier, {thread, branch}, operation, events_.size());
}

// Notes, at the state before the earlier event, that the operation should have its turn before it.
void OptimalDpor::reverse(size_t earlier, const ScheduleStep& step, const Operation& operation,
                          size_t later) {
  const auto footprint = events_.footprint_before(earlier, operation, later);
  VectorClock clock = events_.clock_of_thread(step.thread, later);
  Sequence sequence;
  for (const size_t index : events_.independent_of(earlier)) {
    const Event& event = events_[index];
    if (HappensBefore::must_precede(event, operation, *footprint)) join(clock, event.clock);
    sequence.add(event.step, event.number, event.footprint, event.clock);
  }
  sequence.add(step, clock[step.thread] + 1, footprint, clock);
  Level& level = levels_[earlier];
  if (is_covered(level, sequence)) return;
  if (reversal_ == Reversal::WholeSequence)
    heddle::insert(level.tree, std::move(sequence));
  else
    insert_first(level.tree, sequence);
}

// Whether a sequence could just as well begin with what has been explored from here. That stands for all that can
// follow it, unless nothing could; with source sets, only for sequences that contain it.
bool OptimalDpor::is_covered(const Level& level, const Sequence& sequence) const {
  return std::any_of(level.sleepers.begin(), level.sleepers.end(), [&](const Sleeper& sleeper) {
    const auto beginning = sequence.beginning_with(sleeper.step, *sleeper.footprint).beginning;
    const bool stands_for_others = !sleeper.ends && reversal_ == Reversal::WholeSequence;
    return beginning == Sequence::Beginning::WithOwn ||
           (beginning == Sequence::Beginning::WithAnother && stands_for_others);
  });
}

// Both accesses could stand side by side: a schedule that ends there shows it.
void OptimalDpor::report_race(size_t earlier, size_t later) {
  if (!options_.errors.contains(ErrorKind::DataRace) ||
      !would_race(*events_[earlier].footprint, *events_[later].footprint))
    return;
  unsigned& tries = tried_races_[std::minmax(places_[earlier], places_[later])];
  if (tries >= kMostTries) return;
  ++tries;
  const Schedule schedule = schedule_before(earlier, later);
  Machine fresh(machine_.program(), machine_.options());
  const auto violation = replay(fresh, schedule, ErrorKind::DataRace);
  if (!violation) return;
  tries = kMostTries;
  report(*violation, schedule);
}

Schedule OptimalDpor::schedule_before(size_t earlier, size_t later) const {
  Schedule schedule;
  for (size_t index = 0; index < later; ++index) {
    if (index == earlier || (index > earlier && events_.is_before(earlier, index))) continue;
    if (events_.is_before(index, later) || (index < earlier && events_.is_before(index, earlier)))
      schedule.push_back(events_[index].step);
  }
  // A section is seen to race when it has run, with the other access still to come.
  for (const size_t index : {earlier, later})
    if (events_[index].operation.footprint->is_everything()) {
      schedule.push_back(events_[index].step);
      break;
    }
  return schedule;
}

uint64_t OptimalDpor::place_of(ThreadNumber thread) const {
  uint64_t hash = 0;
  for (const Frame& frame : machine_.frames(thread)) hash = mix(hash, frame.point);
  return hash;
}

Exploration::Held OptimalDpor::held() const {
  return {.states = 0,
          .visited_bytes = 0,
          .other_bytes = levels_.capacity() * sizeof(Level) + events_.bytes()};
}

}  // namespace heddle
