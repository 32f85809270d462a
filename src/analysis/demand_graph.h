// DemandGraph: the pointer graph of which only that part is solved that a question needs.
//
// Edges and constraints wait at the node they lead to, until somebody wants to know where that node points;
// then their sources are wanted, too, and so on backwards. What a load yields depends on every store whose
// address may be the same, so the first wanted load makes all addresses of stores wanted, but of the
// values stored only those that go to words that are wanted. A question has a budget of steps; one that needs
// more is answered by "anything", and what it has found so far serves the next. Answers are kept.
//
// Paper: [ParizekLhotak-SCP], Section 5.5.3.
// Differs: - there, a library does it, which begins by matching loads and stores by field name and
//            refines that; here a complete answer is that of the exhaustive analysis, or better where
//            that gives up on exact offsets: only those that a question needs count;
//          - which functions are called through pointers is found beforehand, without a budget: the
//            analyses need the call graph in any case;
//          - questions come from the static analyses, one for each register that is the address of an
//            access, and not from the search: that asks no pointers at all (facts.h).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unordered_map>
#include <vector>

#include "analysis/pointer_graph.h"
#include "analysis/points_to.h"

namespace heddle {

class DemandGraph final : public PointerGraph, public LazyTargets {
 public:
  // `budget`: steps for one question.
  DemandGraph(const Program& program, size_t budget);

  void edge(Node from, Node to) override;
  void constrain(Node node, const Constraint& constraint) override;
  const std::vector<Target>& targets(uint32_t node) override;

 private:
  struct Incoming {
    Node from;
    std::optional<Constraint> constraint;  // none: an edge
  };

  bool is_wanted(Node node) const { return node < wanted_.size() && wanted_[node]; }
  void want(Node node);
  void want_memory();
  void activate(Node to, const Incoming& incoming);

  const size_t budget_;
  std::vector<Target> anything_;
  std::vector<bool> wanted_;  // by node
  std::vector<Node> newly_wanted_;
  bool is_activating_ = false;
  std::unordered_map<Node, std::vector<Incoming>> waiting_;  // by the node they lead to
  std::vector<Incoming> waiting_stores_;
  bool memory_is_wanted_ = false;
  std::unordered_map<Node, std::vector<Target>> answers_;
};

}  // namespace heddle
