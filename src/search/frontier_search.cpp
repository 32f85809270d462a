// SPDX-License-Identifier: Apache-2.0
#include "search/frontier_search.h"

#include <algorithm>

#include "support/bits.h"
#include "support/invariant.h"

namespace heddle {

Frontier breadth_first() {
  return {.rank = [](const Machine&, size_t depth) { return uint64_t(depth); },
          .newest_first = false};
}

FrontierSearch::FrontierSearch(Machine& machine, const SearchOptions& options, Frontier frontier)
    : Exploration(machine, options),
      frontier_(std::move(frontier)),
      visited_(make_visited_set(options)) {}

SearchOutcome FrontierSearch::run() {
  uint64_t enabled = 0;
  if (goes_on(take({}), enabled)) {
    machine_.forget_history();
    nodes_.push_back({.parent = 0, .step = {}, .depth = 0, .alone = is_alone(enabled)});
    way_.push_back(0);
    marks_.push_back(machine_.mark());
    insert(*visited_, 0);
    expand(0);
    while (!open_.empty() && !stopped()) expand(pop());
  }
  say_what_is_missed(*visited_);
  return finish();
}

void FrontierSearch::expand(NodeIndex node) {
  move_to(node);
  const uint64_t enabled = machine_.enabled_threads();
  if (!is_single(enabled)) ++outcome_.statistics.choices;
  for (uint64_t rest = enabled; rest; rest &= rest - 1) {
    const ThreadNumber thread = lowest(rest);
    const Pending& pending = machine_.thread(thread).pending;
    const uint32_t branches = pending.kind == PendingKind::Choose ? pending.branches : 1;
    for (uint32_t branch = 0; branch < branches && !stopped(); ++branch)
      expand_with(node, {thread, branch});
  }
}

void FrontierSearch::expand_with(NodeIndex node, const ScheduleStep& step) {
  uint64_t enabled = 0;
  if (goes_on(take(step), enabled)) discover(node, step, enabled);
  machine_.undo(marks_.back());
  cut_path(path_.size() - 1);
}

bool FrontierSearch::is_alone(uint64_t enabled) const {
  return is_single(enabled) && !(enabled & machine_.standing().choosing);
}

void FrontierSearch::discover(NodeIndex parent, const ScheduleStep& step, uint64_t enabled) {
  Node node{.parent = parent, .step = step, .depth = nodes_[parent].depth + 1, .alone = 0};
  const bool alone = is_alone(enabled);
  if (alone && nodes_[parent].alone > 0 && step.thread == lowest(enabled)) {
    node.alone = nodes_[parent].alone + 1;
    if (is_endless(node)) return report(endless_loop(step.thread));
  } else {
    if (!insert(*visited_, 0)) return;
    node.alone = alone;
  }
  add(node);
}

// Looked at whenever the number of steps is a power of two, as many steps ahead: the state may come back.
bool FrontierSearch::is_endless(const Node& node) {
  if (node.alone <= kSuspiciousRun || !is_single(node.alone)) return false;
  const Machine::Mark mark = machine_.mark();
  const Fingerprint here = machine_.fingerprint();
  bool comes_back = false;
  for (uint32_t k = 0; k < node.alone && !comes_back; ++k) {
    if (machine_.enabled_threads() != bit(node.step.thread)) break;
    const Stop stop = machine_.run(node.step.thread);
    if (stop != Stop::Visible && stop != Stop::Finished) break;
    comes_back = machine_.fingerprint() == here;
  }
  machine_.undo(mark);
  return comes_back;
}

void FrontierSearch::add(const Node& node) {
  INVARIANT(nodes_.size() < ~NodeIndex(0), "memory ends before the numbers of nodes do");
  open_[frontier_.rank(machine_, node.depth)].push_back(NodeIndex(nodes_.size()));
  ++open_count_;
  nodes_.push_back(node);
}

FrontierSearch::NodeIndex FrontierSearch::pop() {
  const auto best = open_.begin();
  std::deque<NodeIndex>& equals = best->second;
  const NodeIndex node = frontier_.newest_first ? equals.back() : equals.front();
  if (frontier_.newest_first)
    equals.pop_back();
  else
    equals.pop_front();
  if (equals.empty()) open_.erase(best);
  --open_count_;
  return node;
}

// Back to where the ways part, and on from there.
void FrontierSearch::move_to(NodeIndex node) {
  std::vector<NodeIndex> rest;
  for (; nodes_[node].depth >= way_.size() || way_[nodes_[node].depth] != node;
       node = nodes_[node].parent)
    rest.push_back(node);
  const size_t shared = nodes_[node].depth + 1;
  machine_.undo(marks_[shared - 1]);
  cut_path(path_.size() - (way_.size() - shared));
  way_.resize(shared);
  marks_.resize(shared);
  for (auto next = rest.rbegin(); next != rest.rend(); ++next) {
    const ScheduleStep& step = nodes_[*next].step;
    machine_.run(step.thread, step.branch);
    path_.push_back(step);
    way_.push_back(*next);
    marks_.push_back(machine_.mark());
  }
}

Exploration::Held FrontierSearch::held() const {
  return {.states = visited_->size(),
          .visited_bytes = visited_->bytes(),
          .other_bytes = nodes_.capacity() * sizeof(Node) + open_count_ * sizeof(NodeIndex)};
}

}  // namespace heddle
