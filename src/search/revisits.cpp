// SPDX-License-Identifier: Apache-2.0
#include "search/revisits.h"

#include <algorithm>

#include "support/bits.h"

namespace heddle {

Revisits::Revisits(const RunGraph& graph, const std::vector<bool>& runs_on)
    : graph_(graph),
      numbers_(graph.states),
      is_same_(graph.first_arrival.size() - 1),
      is_settled_(graph.states.size()),
      status_(graph.states.size(), Status::Unknown),
      way_to_(graph.states.size()) {
  for (uint32_t run = 0; run < is_same_.size(); ++run)
    is_same_[run] = std::ranges::all_of(graph.arrivals_of(run), [&](Point point) {
      return point < runs_on.size() && runs_on[point];
    });
  for (uint32_t state = 0; state < is_settled_.size(); ++state) {
    const auto edges = graph.edges_of(state);
    is_settled_[state] =
        !edges.empty() && !std::ranges::binary_search(graph.put_off, state) &&
        std::ranges::all_of(edges, [&](const auto& edge) { return is_same_[edge.run]; });
  }
}

bool Revisits::must_visit(const Fingerprint& state) {
  const std::lock_guard lock(mutex_);
  const uint32_t stored = numbers_.find(state);
  if (stored == RunGraph::kEnd) return true;
  if (status_[stored] == Status::Unknown) walk_from(stored);
  if (status_[stored] != Status::Waiting) return false;
  status_[stored] = Status::Visited;
  return true;
}

// Everything that settled states lead to is taken over; the others wait, and so do those on the way to them.
void Revisits::walk_from(uint32_t start) {
  std::vector<uint32_t> open{start};
  status_[start] = Status::TakenOver;
  // Nearest first, so that few have to be visited on the way.
  for (size_t next = 0; next < open.size(); ++next) {
    const uint32_t state = open[next];
    if (!is_settled_[state]) {
      wait_for(state, start);
      continue;
    }
    for (const RunGraph::Edge& edge : graph_.edges_of(state)) {
      if (edge.to == RunGraph::kEnd || status_[edge.to] != Status::Unknown) continue;
      status_[edge.to] = Status::TakenOver;
      way_to_[edge.to] = {state, thread_of(edge.step)};
      open.push_back(edge.to);
    }
  }
}

void Revisits::wait_for(uint32_t state, uint32_t start) {
  status_[state] = Status::Waiting;
  while (state != start) {
    const auto [from, thread] = way_to_[state];
    ways_from_[from] |= bit(thread);
    if (status_[from] == Status::Waiting) return;
    status_[from] = Status::Waiting;
    state = from;
  }
}

uint64_t Revisits::needed(const Fingerprint& state, uint64_t threads) const {
  const std::lock_guard lock(mutex_);
  const uint32_t stored = numbers_.find(state);
  if (stored == RunGraph::kEnd || !is_settled_[stored]) return threads;
  const auto ways = ways_from_.find(stored);
  return ways == ways_from_.end() ? 0 : threads & ways->second;
}

bool Revisits::misleads(const Fingerprint& from, uint32_t step,
                        const std::optional<Fingerprint>& to) const {
  const uint32_t stored = numbers_.find(from);
  if (stored == RunGraph::kEnd) return false;
  const auto edges = graph_.edges_of(stored);
  const auto edge =
      std::ranges::find_if(edges, [&](const auto& each) { return each.step == step; });
  if (edge == edges.end()) return is_settled_[stored];
  if (!is_same_[edge->run]) return false;
  return edge->to == RunGraph::kEnd ? to.has_value() : to != graph_.states[edge->to];
}

bool Revisits::is_waiting() const { return std::ranges::count(status_, Status::Waiting) > 0; }

uint64_t Revisits::taken_over() const {
  return uint64_t(std::ranges::count(status_, Status::TakenOver));
}

TakenTransitions Revisits::transitions(const std::vector<Point>& now) const {
  TakenTransitions taken{.states = numbers_};
  std::vector<uint32_t> new_run(is_same_.size(), RunGraph::kEnd);
  for (uint32_t state = 0; state < status_.size(); ++state) {
    if (status_[state] == Status::Unknown || !is_settled_[state]) continue;
    for (const RunGraph::Edge& edge : graph_.edges_of(state)) {
      uint32_t& run = new_run[edge.run];
      if (run == RunGraph::kEnd) {
        run = uint32_t(taken.runs.size());
        std::vector<Point>& points = taken.runs.emplace_back();
        for (const Point point : graph_.arrivals_of(edge.run)) points.push_back(now[point]);
      }
      taken.transitions.push_back({state, edge.to, edge.step, run});
    }
  }
  return taken;
}

}  // namespace heddle
