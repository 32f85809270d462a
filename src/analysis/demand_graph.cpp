// SPDX-License-Identifier: Apache-2.0
#include "analysis/demand_graph.h"

#include <utility>

namespace heddle {

DemandGraph::DemandGraph(const Program& program, size_t budget)
    : PointerGraph(program),
      budget_(budget),
      anything_{Target{object(ObjectKind::Anything, 0, kUnknownSize), 0, 1}} {}

void DemandGraph::edge(Node from, Node to) {
  if (from == kNoNode || to == kNoNode) return;
  if (is_wanted(to))
    activate(to, {from, std::nullopt});
  else
    waiting_[to].push_back({from, std::nullopt});
}

void DemandGraph::constrain(Node node, const Constraint& constraint) {
  if (node == kNoNode) return;
  const Incoming incoming{node, constraint};
  switch (constraint.rule) {
    case Rule::Load:
    case Rule::Offset:
    case Rule::Stride:
    case Rule::Index:
    case Rule::Block:
      if (is_wanted(constraint.other)) return activate(constraint.other, incoming);
      waiting_[constraint.other].push_back(incoming);
      return;
    case Rule::Store:
      if (memory_is_wanted_) return activate(kNoNode, incoming);
      waiting_stores_.push_back(incoming);
      return;
    case Rule::Dispatch:
    case Rule::Call:
    case Rule::ThreadEntry: return activate(kNoNode, incoming);
  }
}

void DemandGraph::activate(Node to, const Incoming& incoming) {
  if (!incoming.constraint) {
    PointerGraph::edge(incoming.from, to);
  } else {
    PointerGraph::constrain(incoming.from, *incoming.constraint);
    if (incoming.constraint->rule == Rule::Load) want_memory();
  }
  want(incoming.from);
}

// What is wanted in turn is put on a list, not called for: chains of copies are long.
void DemandGraph::want(Node node) {
  if (is_wanted(node)) return;
  if (wanted_.size() <= node) wanted_.resize(node + 1);
  wanted_[node] = true;
  newly_wanted_.push_back(node);
  if (std::exchange(is_activating_, true)) return;
  while (!newly_wanted_.empty()) {
    const Node next = newly_wanted_.back();
    newly_wanted_.pop_back();
    const auto found = waiting_.find(next);
    if (found == waiting_.end()) continue;
    const std::vector<Incoming> waiting = std::move(found->second);
    waiting_.erase(found);
    for (const Incoming& incoming : waiting) activate(next, incoming);
  }
  is_activating_ = false;
}

void DemandGraph::want_memory() {
  if (std::exchange(memory_is_wanted_, true)) return;
  for (const Incoming& store : std::exchange(waiting_stores_, {})) activate(kNoNode, store);
}

const std::vector<Target>& DemandGraph::targets(uint32_t node) {
  const auto [answer, is_new] = answers_.try_emplace(node);
  if (is_new) {
    want(node);
    answer->second = solve_within(budget_) ? targets_of(node) : anything_;
  }
  return answer->second;
}

}  // namespace heddle
