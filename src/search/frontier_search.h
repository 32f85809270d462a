// FrontierSearch: explores the states that are found and not yet expanded in the order of a rank, with state matching.
//
// By depth this is breadth-first search, and the first error has a shortest schedule; by a distance, best-first search.
//
// A state of the frontier is kept as the step that leads to it from its parent, 20 bytes in all, and made again by
// running the steps that it does not share with the state before it. Kept as values, states would have to be copied, which
// the machine otherwise never does, and the frontier of a breadth-first search holds a good part of them. Expanded in the
// order of discovery, neighbours share most of their path, so that little is run again.
//
// Where only one thread can run, the states on its way are reached from each other only; as in the depth-first search, the
// first of them is matched.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "search/exploration.h"
#include "search/visited_set.h"

namespace heddle {

struct Frontier {
  // Of the state the machine is in, after so many transitions: the least goes first.
  std::function<uint64_t(const Machine&, size_t depth)> rank;
  bool newest_first = false;  // of those with equal rank
};

// By depth: shortest schedules first.
Frontier breadth_first();

class FrontierSearch : Exploration {
 public:
  FrontierSearch(Machine& machine, const SearchOptions& options, Frontier frontier);
  SearchOutcome run();

 private:
  using NodeIndex = uint32_t;
  struct Node {
    NodeIndex parent;
    ScheduleStep step;
    uint32_t depth;  // of the root: 0
    uint32_t alone;  // steps of one thread in a row, as no other could run
  };

  void expand(NodeIndex node);
  void expand_with(NodeIndex node, const ScheduleStep& step);
  // After a transition from `parent` the state is new, or a thread goes on alone: it joins the frontier.
  void discover(NodeIndex parent, const ScheduleStep& step, uint64_t enabled);
  bool is_alone(uint64_t enabled) const;
  bool is_endless(const Node& node);
  void add(const Node& node);
  NodeIndex pop();
  void move_to(NodeIndex node);
  Held held() const override;

  Frontier frontier_;
  std::unique_ptr<VisitedSet> visited_;
  std::vector<Node> nodes_;
  std::map<uint64_t, std::deque<NodeIndex>> open_;  // by rank
  size_t open_count_ = 0;
  // The way to where the machine is, from the root, and the marks to go back to.
  std::vector<NodeIndex> way_;
  std::vector<Machine::Mark> marks_;
};

}  // namespace heddle
