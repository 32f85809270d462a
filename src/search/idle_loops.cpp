// SPDX-License-Identifier: Apache-2.0
#include "search/idle_loops.h"

#include <algorithm>

#include "support/bits.h"

namespace heddle {

namespace {

constexpr size_t kLongestLoop = 64;  // events of the thread to look back over

bool writes_into(const Footprint& writer, const Footprint& reader) {
  if (writer.is_everything() || reader.is_everything()) return true;
  for (const Touch& written : writer.touches())
    for (const Touch& read : reader.touches())
      if (written.writes && written.range.overlaps(read.range)) return true;
  return false;
}

}  // namespace

void PathStates::append(const Machine& machine, ThreadNumber mover) {
  State state{.whole = machine.fingerprint(),
              .memory = machine.memory().fingerprint(),
              .mover = machine.thread(mover).fingerprint,
              .memory_since = states_.size(),
              .earlier = {},
              .hidden = {}};
  if (!states_.empty() && states_.back().memory == state.memory)
    state.memory_since = states_.back().memory_since;
  const auto [entry, is_new] = index_.try_emplace(state.whole.low, states_.size());
  if (!is_new) {
    if (states_[entry->second].whole == state.whole) state.earlier = entry->second;
    state.hidden = entry->second;
    entry->second = states_.size();
  }
  states_.push_back(state);
}

void PathStates::cut(size_t length) {
  while (states_.size() > length) {
    const State& state = states_.back();
    if (state.hidden)
      index_[state.whole.low] = *state.hidden;
    else
      index_.erase(state.whole.low);
    states_.pop_back();
  }
}

bool PathStates::memory_is_same() const {
  return !states_.empty() && states_.back().memory_since + 1 < states_.size();
}

size_t PathStates::idle_events(const HappensBefore& events) const {
  const size_t last = states_.size() - 1;
  const ThreadNumber mover = events[last].step.thread;
  const State& now = states_[last];
  const auto is_movers = [&](size_t k) { return events[k].step.thread == mover; };
  // Alone, whatever it changed and changed back on the way.
  if (now.earlier) {
    size_t k = last;
    while (k > *now.earlier && is_movers(k)) --k;
    if (k == *now.earlier) return last - k;
  }
  // Among others, none of which changed anything.
  size_t seen = 0;
  for (size_t k = last; k-- > now.memory_since && seen < kLongestLoop;) {
    if (!is_movers(k)) continue;
    ++seen;
    if (states_[k].mover == now.mover) return last - k;
  }
  return 0;
}

void IdleLoops::add(const HappensBefore& events, size_t count) {
  const size_t last = events.size() - 1;
  Loop loop{.thread = events[last].step.thread, .since = last, .chooses = false, .footprints = {}};
  for (size_t k = last + 1 - count; k <= last; ++k) {
    if (events[k].step.thread != loop.thread) continue;
    loop.footprints.push_back(events[k].footprint);
    loop.chooses = loop.chooses || events[k].chooses;
  }
  threads_ |= bit(loop.thread);
  loops_.push_back(std::move(loop));
}

bool IdleLoops::is_stuck(ThreadNumber thread) const {
  return std::any_of(loops_.begin(), loops_.end(),
                     [&](const Loop& loop) { return loop.thread == thread && !loop.chooses; });
}

void IdleLoops::wake(const HappensBefore& events) {
  const size_t last = events.size() - 1;
  std::erase_if(loops_, [&](const Loop& loop) {
    const bool goes_on = std::any_of(
        loop.footprints.begin(), loop.footprints.end(),
        [&](const auto& footprint) { return writes_into(*events[last].footprint, *footprint); });
    if (goes_on) {
      threads_ &= ~bit(loop.thread);
      ended_.push_back({loop.thread, {.since = loop.since, .ended_by = last}});
    }
    return goes_on;
  });
}

std::optional<IdleLoop> IdleLoops::take_ended(ThreadNumber thread) {
  const auto found = std::find_if(ended_.begin(), ended_.end(),
                                  [&](const Ended& ended) { return ended.thread == thread; });
  if (found == ended_.end()) return std::nullopt;
  const IdleLoop loop = found->loop;
  ended_.erase(found);
  return loop;
}

}  // namespace heddle
