// SPDX-License-Identifier: Apache-2.0
#include "search/fair_cycle.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <span>

#include "support/bits.h"
#include "support/invariant.h"

namespace heddle {

namespace {

using States = std::vector<StateIndex>;

class CycleFinder {
 public:
  explicit CycleFinder(const StateGraph& graph)
      : graph_(graph),
        part_(graph.enabled.size(), kWhole),
        first_edge_(graph.enabled.size() + 1),
        number_(graph.enabled.size()),
        low_(graph.enabled.size()),
        is_open_(graph.enabled.size()) {
    for (const StateGraph::Edge& edge : graph.edges) ++first_edge_[edge.from + 1];
    for (size_t k = 1; k < first_edge_.size(); ++k) first_edge_[k] += first_edge_[k - 1];
    sorted_.resize(graph.edges.size());
    std::vector<uint32_t> next(first_edge_.begin(), first_edge_.end() - 1);
    for (uint32_t k = 0; k < graph.edges.size(); ++k) sorted_[next[graph.edges[k].from]++] = k;
  }

  std::optional<FairCycle> find();

 private:
  // States are in the part that is looked at, or have been left out.
  static constexpr uint32_t kWhole = 0;
  static constexpr uint32_t kLeftOut = ~uint32_t(0);

  std::span<const uint32_t> edges_of(StateIndex state) const {
    return {sorted_.data() + first_edge_[state], first_edge_[state + 1] - first_edge_[state]};
  }
  bool is_inside(const StateGraph::Edge& edge) const {
    return !edge.gets_on && part_[edge.from] != kLeftOut && part_[edge.from] == part_[edge.to];
  }
  std::vector<States> components(const States& states);
  bool goes_round(const States& component) const;
  uint64_t enabled_in(const States& component) const;
  uint64_t run_in(const States& component) const;
  FairCycle cycle_through(const States& component);

  using Accept = std::function<bool(const StateGraph::Edge&)>;
  // The shortest way from a state whose last edge is accepted, along edges that may be taken.
  Schedule way_to(StateIndex from, const Accept& may_take, const Accept& is_last,
                  StateIndex& end) const;

  const StateGraph& graph_;
  std::vector<uint32_t> part_;
  std::vector<uint32_t> first_edge_;
  std::vector<uint32_t> sorted_;  // edges by the state they leave
  // Of the algorithm, by state.
  std::vector<uint32_t> number_;
  std::vector<uint32_t> low_;
  std::vector<bool> is_open_;
};

// Tarjan's algorithm, with a stack of its own: depths can be millions.
std::vector<States> CycleFinder::components(const States& states) {
  struct Visit {
    StateIndex state;
    uint32_t next_edge;
  };
  for (const StateIndex state : states) number_[state] = 0;
  std::vector<States> found;
  States open;
  std::vector<Visit> visits;
  uint32_t count = 0;
  const auto enter = [&](StateIndex state) {
    number_[state] = low_[state] = ++count;
    open.push_back(state);
    is_open_[state] = true;
    visits.push_back({state, 0});
  };
  for (const StateIndex root : states) {
    if (number_[root] == 0) enter(root);
    while (!visits.empty()) {
      Visit& visit = visits.back();
      const StateIndex state = visit.state;
      const auto edges = edges_of(state);
      if (visit.next_edge < edges.size()) {
        const StateGraph::Edge& edge = graph_.edges[edges[visit.next_edge++]];
        if (!is_inside(edge)) continue;
        if (number_[edge.to] == 0)
          enter(edge.to);
        else if (is_open_[edge.to])
          low_[state] = std::min(low_[state], number_[edge.to]);
        continue;
      }
      visits.pop_back();
      if (!visits.empty())
        low_[visits.back().state] = std::min(low_[visits.back().state], low_[state]);
      if (low_[state] != number_[state]) continue;
      States component;
      do {
        component.push_back(open.back());
        is_open_[open.back()] = false;
        open.pop_back();
      } while (component.back() != state);
      found.push_back(std::move(component));
    }
  }
  return found;
}

bool CycleFinder::goes_round(const States& component) const {
  if (component.size() > 1) return true;
  const auto edges = edges_of(component[0]);
  return std::any_of(edges.begin(), edges.end(), [&](uint32_t index) {
    const StateGraph::Edge& edge = graph_.edges[index];
    return is_inside(edge) && edge.to == edge.from;
  });
}

uint64_t CycleFinder::enabled_in(const States& component) const {
  uint64_t threads = 0;
  for (const StateIndex state : component) threads |= graph_.enabled[state];
  return threads;
}

uint64_t CycleFinder::run_in(const States& component) const {
  uint64_t threads = 0;
  for (const StateIndex state : component)
    for (const uint32_t index : edges_of(state))
      if (is_inside(graph_.edges[index])) threads |= bit(graph_.edges[index].step.thread);
  return threads;
}

std::optional<FairCycle> CycleFinder::find() {
  States all(graph_.enabled.size());
  for (StateIndex k = 0; k < all.size(); ++k) all[k] = k;
  std::vector<States> to_do{std::move(all)};
  uint32_t parts = kWhole;
  while (!to_do.empty()) {
    const States states = std::move(to_do.back());
    to_do.pop_back();
    for (States& component : components(states)) {
      ++parts;
      for (const StateIndex state : component) part_[state] = parts;
      if (!goes_round(component)) continue;
      const uint64_t enabled = enabled_in(component);
      const uint64_t kept_waiting = enabled & ~run_in(component);
      if (is_single(enabled)) continue;
      if (kept_waiting == 0) return cycle_through(component);
      std::erase_if(component, [&](StateIndex state) {
        const bool out = graph_.enabled[state] & kept_waiting;
        if (out) part_[state] = kLeftOut;
        return out;
      });
      if (!component.empty()) to_do.push_back(std::move(component));
    }
  }
  return std::nullopt;
}

Schedule CycleFinder::way_to(StateIndex from, const Accept& may_take, const Accept& is_last,
                             StateIndex& end) const {
  constexpr uint32_t kNone = ~uint32_t(0);
  std::vector<uint32_t> reached_by(graph_.enabled.size(), kNone);
  std::deque<StateIndex> next{from};
  while (!next.empty()) {
    const StateIndex state = next.front();
    next.pop_front();
    for (const uint32_t index : edges_of(state)) {
      const StateGraph::Edge& edge = graph_.edges[index];
      if (!may_take(edge)) continue;
      if (is_last(edge)) {
        Schedule way{edge.step};
        for (StateIndex at = state; at != from; at = graph_.edges[reached_by[at]].from)
          way.push_back(graph_.edges[reached_by[at]].step);
        std::reverse(way.begin(), way.end());
        end = edge.to;
        return way;
      }
      if (edge.to == from || reached_by[edge.to] != kNone) continue;
      reached_by[edge.to] = index;
      next.push_back(edge.to);
    }
  }
  throw InternalError("a component of a graph is connected, and its states can be reached");
}

// From the state nearest to the first one: to a transition of each thread in turn, and back.
FairCycle CycleFinder::cycle_through(const States& component) {
  const uint32_t part = part_[component[0]];
  const auto anywhere = [](const StateGraph::Edge&) { return true; };
  const auto inside = [&](const StateGraph::Edge& edge) {
    return is_inside(edge) && part_[edge.from] == part;
  };
  FairCycle cycle;
  StateIndex start = 0;
  if (part_[0] != part)
    cycle.way = way_to(
        0, anywhere, [&](const StateGraph::Edge& edge) { return part_[edge.to] == part; }, start);
  StateIndex here = start;
  uint64_t missing = run_in(component);
  const auto append = [&](const Accept& is_last) {
    const Schedule way = way_to(here, inside, is_last, here);
    for (const ScheduleStep& step : way) missing &= ~bit(step.thread);
    cycle.round.insert(cycle.round.end(), way.begin(), way.end());
  };
  while (missing)
    append([&](const StateGraph::Edge& edge) { return (missing & bit(edge.step.thread)) != 0; });
  if (here != start) append([&](const StateGraph::Edge& edge) { return edge.to == start; });
  return cycle;
}

}  // namespace

std::optional<FairCycle> find_fair_cycle(const StateGraph& graph) {
  return CycleFinder(graph).find();
}

}  // namespace heddle
