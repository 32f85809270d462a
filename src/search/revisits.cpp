// SPDX-License-Identifier: Apache-2.0
#include "search/revisits.h"

#include <algorithm>
#include <utility>

#include "support/bits.h"

namespace heddle {

class Revisits::Open {
 public:
  void add(uint32_t state, uint32_t cost) {
    if (cost >= by_cost_.size()) by_cost_.resize(cost + 1);
    by_cost_[cost].push_back(state);
    least_ = std::min(least_, cost);
  }
  // A state and its cost when it was added, which may be less now.
  std::optional<std::pair<uint32_t, uint32_t>> take() {
    while (least_ < by_cost_.size() && by_cost_[least_].empty()) ++least_;
    if (least_ == by_cost_.size()) return std::nullopt;
    const uint32_t state = by_cost_[least_].back();
    by_cost_[least_].pop_back();
    return std::pair(state, least_);
  }

 private:
  std::vector<std::vector<uint32_t>> by_cost_;
  uint32_t least_ = 0;
};

Revisits::Revisits(const RunGraph& graph, const std::vector<Point>& changed)
    : graph_(graph),
      numbers_(graph.states),
      is_same_(graph.first_range.size() - 1),
      is_settled_(graph.states.size()),
      is_run_whole_(graph.states.size()),
      status_(graph.states.size(), Status::Unknown),
      way_to_(graph.states.size()),
      cost_(graph.states.size(), ~0u) {
  for (uint32_t run = 0; run < is_same_.size(); ++run)
    is_same_[run] = std::ranges::all_of(graph.ranges_of(run), [&](const CodeRange& range) {
      return range.first < changed.size() && changed[range.first] > range.last;
    });
  for (uint32_t state = 0; state < is_settled_.size(); ++state) {
    const auto edges = graph.edges_of(state);
    const bool is_whole = !edges.empty() && !std::ranges::binary_search(graph.put_off, state);
    is_settled_[state] = is_whole && std::ranges::all_of(edges, [&](const auto& edge) {
                           return is_same_[edge.run];
                         });
    is_run_whole_[state] = is_whole && !is_settled_[state];
  }
}

void Revisits::begin_at(const Machine& machine) {
  const std::lock_guard lock(mutex_);
  if (std::exchange(has_begun_, true) || !graph_.idle) return;
  if (numbers_.find(machine.fingerprint()) != RunGraph::kEnd) return;
  const std::optional<Fingerprint> shift = shift_to(*graph_.idle, machine);
  if (!shift) return;
  shift_ = *shift;
  // What was taken over on the way here is behind, and is not shifted.
  std::ranges::fill(status_, Status::Unknown);
  ways_from_.clear();
  // What ran from there may use the words: these states are as good as not stored.
  is_hidden_.resize(graph_.states.size());
  for (const Fingerprint& before : graph_.idle->before)
    if (const uint32_t number = numbers_.find(before); number != RunGraph::kEnd)
      is_hidden_[number] = true;
}

bool Revisits::must_visit(const Fingerprint& state) {
  const std::lock_guard lock(mutex_);
  const uint32_t stored = number_of(state);
  if (stored == RunGraph::kEnd) return true;
  if (status_[stored] == Status::Unknown) walk_from(stored);
  if (status_[stored] != Status::Waiting) return false;
  status_[stored] = Status::Visited;
  return true;
}

// Everything that the same transitions lead to is taken over, but for states that have to be visited; these wait, and so do those on
// the way to them. Which way: one that makes few others wait, beside those that do so anyway.
void Revisits::walk_from(uint32_t start) {
  Open open;
  std::vector<uint32_t> walked;
  const auto come_to = [&](uint32_t state, uint32_t cost) {
    if (status_[state] == Status::Unknown) {
      status_[state] = Status::TakenOver;
      walked.push_back(state);
    }
    cost_[state] = cost;
    open.add(state, cost);
  };
  come_to(start, 0);
  while (const auto next = open.take()) {
    const auto [state, cost] = *next;
    if (cost != cost_[state]) continue;
    if (!is_settled_[state]) {
      wait_for(state, start, open);
      if (!is_run_whole_[state]) continue;
    }
    for (const RunGraph::Edge& edge : graph_.edges_of(state)) {
      if (edge.to == RunGraph::kEnd || !is_same_[edge.run]) continue;
      const uint32_t there = cost_[state] + (is_settled_[edge.to] ? 1 : 0);
      if (there >= cost_[edge.to]) continue;
      way_to_[edge.to] = {state, thread_of(edge.step)};
      come_to(edge.to, there);
    }
  }
  for (const uint32_t state : walked) cost_[state] = 0;  // for good
}

void Revisits::wait_for(uint32_t state, uint32_t start, Open& open) {
  status_[state] = Status::Waiting;
  cost_[state] = 0;
  while (state != start) {
    const auto [from, thread] = way_to_[state];
    if (is_settled_[from]) ways_from_[from] |= bit(thread);
    if (status_[from] == Status::Waiting) return;
    status_[from] = Status::Waiting;
    cost_[from] = 0;
    open.add(from, 0);
    state = from;
  }
}

uint64_t Revisits::needed(const Fingerprint& state, uint64_t threads) const {
  const std::lock_guard lock(mutex_);
  const uint32_t stored = number_of(state);
  if (stored == RunGraph::kEnd || !is_settled_[stored]) return threads;
  const auto ways = ways_from_.find(stored);
  return ways == ways_from_.end() ? 0 : threads & ways->second;
}

bool Revisits::misleads(const Fingerprint& from, uint32_t step,
                        const std::optional<Fingerprint>& to) const {
  const uint32_t stored = number_of(from);
  if (stored == RunGraph::kEnd) return false;
  const auto edges = graph_.edges_of(stored);
  const auto edge =
      std::ranges::find_if(edges, [&](const auto& each) { return each.step == step; });
  if (edge == edges.end()) return is_settled_[stored];
  if (!is_same_[edge->run]) return false;
  return edge->to == RunGraph::kEnd ? to.has_value()
                                    : !to || *to + shift_ != graph_.states[edge->to];
}

bool Revisits::is_waiting() const { return std::ranges::count(status_, Status::Waiting) > 0; }

uint64_t Revisits::taken_over() const {
  return uint64_t(std::ranges::count(status_, Status::TakenOver));
}

TakenTransitions Revisits::transitions(const std::vector<Point>& now) const {
  TakenTransitions taken{.states = numbers_, .idle = graph_.idle};
  if (shift_ != Fingerprint{}) {
    taken.states = {};
    for (Fingerprint state : numbers_.all()) taken.states.number_of(state -= shift_);
    for (Fingerprint& state : taken.idle->before) state -= shift_;
  }
  std::vector<uint32_t> new_run(is_same_.size(), RunGraph::kEnd);
  for (uint32_t state = 0; state < status_.size(); ++state) {
    if (status_[state] == Status::Unknown || !is_settled_[state]) continue;
    for (const RunGraph::Edge& edge : graph_.edges_of(state)) {
      uint32_t& run = new_run[edge.run];
      if (run == RunGraph::kEnd) {
        run = uint32_t(taken.runs.size());
        std::vector<CodeRange>& ranges = taken.runs.emplace_back();
        for (const auto& [first, last] : graph_.ranges_of(edge.run))
          ranges.push_back({now[first], last == CodeRange::kOn ? last : now[last]});
      }
      taken.transitions.push_back({state, edge.to, edge.step, run});
    }
  }
  return taken;
}

}  // namespace heddle
