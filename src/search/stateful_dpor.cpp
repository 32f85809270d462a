// SPDX-License-Identifier: Apache-2.0
#include "search/stateful_dpor.h"

#include <algorithm>

#include "search/refine.h"
#include "support/bits.h"
#include "support/invariant.h"

namespace heddle {

namespace {

// Owner words are awaited under this mask; see runtime/pthread_internal.h.
constexpr uint32_t kOwnerMask = 0x7fffffff;

}  // namespace

StatefulDpor::StatefulDpor(Machine& machine, const SearchOptions& options)
    : Exploration(machine, options) {
  INVARIANT(machine.options().note_operations && machine.options().note_accesses,
            "what transitions do is noted");
}

SearchOutcome StatefulDpor::run() {
  push(bit(0), bit(0), false);
  while (!levels_.empty() && !stopped()) {
    if (has_more(levels_.back()))
      take_next(levels_.back());
    else
      leave();
  }
  outcome_.omission_probability = states_.omission_probability();
  return finish();
}

void StatefulDpor::push(uint64_t enabled, uint64_t todo, bool is_compared) {
  Level level;
  level.mark = machine_.mark();
  level.path_length = path_.size();
  level.enabled = enabled;
  level.todo = todo;
  level.last = last_thread();
  level.is_compared = is_compared;
  levels_.push_back(std::move(level));
  if (is_compared) side_by_side_.open(last_thread(), machine_.accesses().all());
}

// Whether a transition is left to be taken from here; where threads may go round in circles all are.
bool StatefulDpor::has_more(Level& level) {
  if (level.todo) return true;
  const uint64_t rest = level.enabled & ~level.done;
  if (!rest) return false;
  if (level.is_cyclic)
    level.todo = rest;
  else if (!(level.done & ~level.idle))
    level.todo = bit(by_default(rest, level.last));
  return level.todo != 0;
}

void StatefulDpor::go_back(Level& level) {
  if (level.left) machine_.undo(level.mark);
  level.left = false;
  cut_path(level.path_length);
}

void StatefulDpor::take_next(Level& level) {
  go_back(level);
  if (level.done) forced_run_.end();
  level.left = true;
  if (level.branch == 0) level.current = by_default(level.todo, level.last);
  const ThreadNumber thread = level.current;
  const ScheduleStep step{thread, level.branch};
  if (is_single(level.done) && !(level.done & bit(thread))) ++outcome_.statistics.choices;
  level.done |= bit(thread);
  // A thread at a nondeterministic choice has several steps.
  const Pending& pending = machine_.thread(thread).pending;
  level.chooses = pending.kind == PendingKind::Choose;
  const bool more = level.chooses && level.branch + 1 < pending.branches;
  level.branch = more ? level.branch + 1 : 0;
  if (!more) level.todo &= ~bit(thread);

  const bool is_compared = level.is_compared;
  const EffectsRecorder recorder(machine_, thread);
  const Stop stop_reason = take(step);
  level.effects = recorder.finish(machine_, stop_reason);
  if (is_compared) compare(thread);
  if (!stopped()) arrive(stop_reason);
}

void StatefulDpor::arrive(Stop stop_reason) {
  uint64_t enabled = 0;
  if (!goes_on(stop_reason, enabled)) {
    if (!stopped()) come_back(levels_.back(), waiting());
    return;
  }
  const bool chooses = machine_.standing().choosing != 0;
  const bool alone = is_single(enabled) && !chooses;
  const bool goes_on_alone = alone && !forced_run_.begins() && lowest(enabled) == last_thread();
  if (!alone) forced_run_.end();
  if (!goes_on_alone) return meet(enabled, alone);
  // Reached from the state before only, which is kept: see Search::forced_step.
  if (goes_round(alone, enabled)) return;
  push(enabled, enabled, false);
}

// Whether a thread that alone can run is back where it was.
bool StatefulDpor::goes_round(bool alone, uint64_t enabled) {
  if (!alone || !forced_run_.comes_back(machine_)) return false;
  report(endless_loop(lowest(enabled)));
  if (!stopped()) come_back(levels_.back(), waiting());
  return true;
}

void StatefulDpor::meet(uint64_t enabled, bool alone) {
  const Fingerprint key = machine_.fingerprint();
  const auto [state, is_new] = states_.meet(key);
  Level& from = levels_.back();
  if (!is_new) {
    ++outcome_.statistics.matched;
    if (state->order == from.order && !from.chooses) {
      from.idle |= bit(last_thread());
      // It was to be run because it may interfere with another: it does so after others have acted.
      if (from.done != bit(last_thread())) from.todo |= from.enabled & ~from.done;
      return come_back(from, 0);
    }
    if (state->order != 0) {
      from.low = std::min(from.low, state->order);
      from.is_cyclic = true;
    }
    return come_back(from, state->order == 0 ? state->summary : 0);
  }
  if (states_.size() >= options_.limits.states)
    return stop("the limit of " + std::to_string(options_.limits.states) + " states was reached");
  state->order = ++met_;
  open_.push_back(key);
  if (goes_round(alone, enabled)) return;
  if (!alone && !std::exchange(has_chosen_, true)) machine_.forget_history();
  // The branches of a nondeterministic choice are taken first: it is local.
  const uint64_t choosing = machine_.standing().choosing;
  const ThreadNumber first = choosing ? lowest(choosing) : by_default(enabled, last_thread());
  push(enabled, bit(first), !alone && !machine_.options().plain_choices);
  levels_.back().key = key;
  levels_.back().order = levels_.back().low = met_;
}

void StatefulDpor::leave() {
  Level level = std::move(levels_.back());
  levels_.pop_back();
  if (level.is_compared) side_by_side_.close();
  if (!is_single(level.enabled)) {
    ++figures_.left;
    if (level.done != level.enabled) ++figures_.reduced;
  }
  const bool is_closed = level.low >= level.order;
  const SummaryId summary = is_closed && level.order != kNone ? close(level) : level.summary;
  if (levels_.empty()) return;
  Level& parent = levels_.back();
  if (!is_closed) {
    parent.low = std::min(parent.low, level.low);
    parent.is_cyclic = true;
  }
  come_back(parent, summary);
}

// The state, and with it all that lead to each other below it, are explored.
SummaryId StatefulDpor::close(Level& level) {
  if (level.is_cyclic) level.summary = summaries_.without_pasts(level.summary);
  for (;;) {
    const Fingerprint key = open_.back();
    open_.pop_back();
    SummaryTable::State& state = states_[key];
    state.order = 0;
    state.summary = level.summary;
    if (key == level.key) return level.summary;
  }
}

SummaryId StatefulDpor::waiting() {
  std::vector<WokenThread> threads;
  for (uint64_t rest = machine_.live_threads(); rest; rest &= rest - 1)
    threads.push_back({lowest(rest), pending_touches(machine_, lowest(rest))});
  return summaries_.of_waiting(threads);
}

void StatefulDpor::come_back(Level& level, SummaryId after) {
  const bool is_idle = (level.idle & bit(level.current)) != 0;
  if (!is_single(level.enabled) && !is_idle) add_threads(level, after);
  level.summary = summaries_.merge(level.summary, summaries_.before(after, level.effects));
}

// Runs threads from here that may interfere, after what was run, with the transition it began with.
void StatefulDpor::add_threads(Level& level, SummaryId after) {
  if (level.effects.ends) level.todo |= level.enabled & ~level.done;
  if (level.enabled == (level.done | level.todo)) return;
  bool is_here = false;
  summaries_.for_each_conflict(after, level.effects.exposed,
                               [&](ThreadNumber thread, const AccessSummaries::Past& past) {
                                 const uint64_t run = (level.done | level.todo) & ~level.idle;
                                 if ((run & bit(thread)) || (run & past.threads)) return true;
                                 if (!is_here) go_back(level);
                                 is_here = true;
                                 if (must_wait_for(run, past)) return true;
                                 level.todo |= missing(level, thread, past) & ~level.done;
                                 return level.enabled != (level.done | level.todo);
                               });
}

// Whether one of the threads has to act first: it holds what others wait for on the way.
bool StatefulDpor::must_wait_for(uint64_t threads, const AccessSummaries::Past& past) const {
  return std::any_of(past.uses.begin(), past.uses.end(), [&](const SyncUse& use) {
    if (use.kind != SyncUse::Kind::Acquire) return false;
    const auto owner = machine_.owner_in({.address = use.address, .mask = kOwnerMask, .value = 0});
    return owner && (threads & bit(*owner)) != 0;
  });
}

// The threads to run so that this one comes to its access: itself, or one without which it cannot go on.
uint64_t StatefulDpor::missing(const Level& level, ThreadNumber thread,
                               const AccessSummaries::Past& past) const {
  const uint64_t able = level.enabled & ~level.idle;
  const uint64_t run = (level.done | level.todo) & ~level.idle;
  for (uint64_t seen = 0; !(seen & bit(thread));) {
    if (able & bit(thread)) return bit(thread);
    seen |= bit(thread);
    if (!(machine_.live_threads() & bit(thread))) break;
    const auto owner = machine_.waits_for(thread);
    if (!owner) break;
    if (run & bit(*owner)) return 0;
    thread = *owner;
  }
  if (const uint64_t needed = past.threads & able) return bit(lowest(needed));
  return level.enabled;
}

void StatefulDpor::compare(ThreadNumber thread) {
  if (const auto meeting = side_by_side_.add(thread, machine_.accesses().all()))
    report_meeting(*meeting);
}

Exploration::Held StatefulDpor::held() const {
  return {.states = states_.size(),
          .visited_bytes = states_.bytes(),
          .other_bytes =
              summaries_.bytes() + levels_.capacity() * sizeof(Level) + side_by_side_.bytes()};
}

}  // namespace heddle
