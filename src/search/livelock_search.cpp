// SPDX-License-Identifier: Apache-2.0
#include "search/livelock_search.h"

#include "property/livelock.h"
#include "search/replay.h"
#include "support/invariant.h"

namespace heddle {

LivelockSearch::LivelockSearch(Machine& machine, const SearchOptions& options)
    : Exploration(machine, options) {
  INVARIANT(machine.options().plain_choices && !machine.options().filter,
            "schedules are told on a machine with all choices");
}

SearchOutcome LivelockSearch::run() {
  step({});
  while (const std::optional<ScheduleStep> next = next_step()) step(*next);
  if (outcome_.incomplete.empty() && !stopped())
    if (const auto cycle = find_fair_cycle(graph_)) {
      Schedule schedule{ScheduleStep{}};
      schedule.insert(schedule.end(), cycle->way.begin(), cycle->way.end());
      schedule.insert(schedule.end(), cycle->round.begin(), cycle->round.end());
      Machine fresh(machine_.program(), machine_.options());
      const auto found = replay(fresh, schedule, ErrorKind::Livelock);
      INVARIANT(found, "a fair cycle of the graph is one of the program");
      report(*found, std::move(schedule));
    }
  return finish();
}

void LivelockSearch::step(const ScheduleStep& step) {
  const uint64_t marks = machine_.progress_marks();
  const Stop stop_reason = take(step);
  uint64_t enabled = 0;
  if (!goes_on(stop_reason, enabled)) return;
  const auto [state, is_new] = number_of(machine_.fingerprint(), enabled);
  if (path_.size() > 1)
    graph_.edges.push_back(
        {.from = open_.back().state,
         .to = state,
         .step = step,
         .gets_on = stop_reason == Stop::Finished || machine_.progress_marks() != marks});
  if (is_new) open_.push_back({state, machine_.mark(), enabled, 0});
}

std::optional<ScheduleStep> LivelockSearch::next_step() {
  while (!open_.empty() && open_.back().threads == 0) open_.pop_back();
  if (open_.empty() || stopped()) return std::nullopt;
  Open& open = open_.back();
  machine_.undo(open.mark);
  cut_path(open_.size());
  const ThreadNumber thread = lowest(open.threads);
  const ScheduleStep step{thread, open.branch};
  const Pending& pending = machine_.thread(thread).pending;
  const bool more = pending.kind == PendingKind::Choose && open.branch + 1 < pending.branches;
  open.branch = more ? open.branch + 1 : 0;
  if (!more) open.threads &= ~bit(thread);
  return step;
}

std::pair<StateIndex, bool> LivelockSearch::number_of(const Fingerprint& state, uint64_t enabled) {
  INVARIANT(graph_.enabled.size() < ~StateIndex(0), "memory ends before the numbers do");
  const auto [entry, is_new] = numbers_.try_emplace(state, StateIndex(graph_.enabled.size()));
  if (is_new) graph_.enabled.push_back(enabled);
  return {entry->second, is_new};
}

Exploration::Held LivelockSearch::held() const {
  constexpr size_t kNode =
      sizeof(Fingerprint) + 4 * sizeof(uint64_t);  // and its share of the table
  return {.states = numbers_.size(),
          .visited_bytes = numbers_.size() * kNode,
          .other_bytes = graph_.edges.capacity() * sizeof(StateGraph::Edge) +
                         graph_.enabled.capacity() * sizeof(uint64_t) +
                         open_.capacity() * sizeof(Open)};
}

}  // namespace heddle
