// PointerGraph: the nodes, sets and constraints that Andersen's analysis solves; see andersen.h.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/SparseBitVector.h>

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "analysis/points_to.h"

namespace heddle {

class PointerGraph {
 public:
  using Node = uint32_t;
  using Set = llvm::SparseBitVector<>;
  static constexpr Node kNoNode = ~0u;

  // What to do for each new target of a node.
  enum class Rule : uint8_t {
    Load,
    Store,
    Offset,
    Stride,
    Call,         // through a pointer: taken with take_call()
    ThreadEntry,  // the same for the function a thread begins with
  };
  struct Constraint {
    Rule rule;
    Node other = kNoNode;
    int64_t offset = 0;
    unsigned bytes = 0;
    int64_t count = 0;  // Stride: the length of the array, if known
    Point point = kNoPoint;
    InstanceId instance = 0;
  };
  // A function that a constraint has found.
  struct Called {
    Constraint constraint;
    FunctionIndex function;
  };

  explicit PointerGraph(const Program& program) : program_(program), addresses_(program) {}

  Node new_node() { return new_nodes(1); }
  Node new_nodes(size_t count);
  void add(Node node, const Target& target);
  void edge(Node from, Node to);
  void constrain(Node node, const Constraint& constraint);
  // The value may have been computed with: it points anywhere into the same objects.
  void blur(Node from, Node to) {
    constrain(from, {.rule = Rule::Stride, .other = to, .offset = 1});
  }

  ObjectId object(ObjectKind kind, uint32_t index, uint64_t size);
  std::optional<Target> target_of(uint64_t value);

  // Propagates until nothing changes, or a function was found.
  std::optional<Called> solve();

  std::vector<Target> targets_of(Node node) const;
  std::vector<AbstractObject>& objects() { return objects_; }
  std::map<std::pair<ObjectKind, uint32_t>, ObjectId>& object_ids() { return object_ids_; }

 private:
  struct NodeData {
    Set targets;
    Set fresh;  // not yet propagated
    std::vector<Node> edges;
    std::vector<Constraint> constraints;
    bool queued = false;
  };
  // Words r, r + g, r + 2g, ... between two bounds: what is stored to one of them, and what a load of
  // one may see.
  struct Strided {
    int64_t remainder;
    int64_t words;
    int64_t first;
    int64_t last;
    Node stored;
    Node loaded;
  };
  struct Cells {
    std::map<int64_t, Node> exact;
    std::vector<Strided> strided;
    size_t offsets = 0;
  };

  void enqueue(Node node);
  void add(Node node, const Set& targets);
  uint32_t id_of(const Target& target);
  void add_contents(ObjectId id, const Global& global);
  Target normal(Target target);
  static bool covers(const Strided& strided, int64_t word);
  Node exact_cell(ObjectId id, int64_t word);
  Strided strided_cell(const Target& target, int64_t word);
  template <typename Exact, typename Many>
  void visit_words(const Target& target, int64_t offset, unsigned bytes, Exact exact, Many many);
  void apply(const Constraint& rule, Target target);
  std::optional<FunctionIndex> function_of(const Target& target) const;
  void propagate(Node node);

  const Program& program_;
  ConstantAddresses addresses_;
  std::deque<NodeData> nodes_;  // never move: sets are referred to while nodes are added
  std::deque<Node> work_;
  std::set<std::pair<Node, Node>> edges_;
  std::map<Target, uint32_t> target_ids_;
  std::vector<Target> targets_;
  std::vector<AbstractObject> objects_;
  std::map<std::pair<ObjectKind, uint32_t>, ObjectId> object_ids_;
  std::deque<Cells> cells_;  // by object
  std::deque<Called> called_;
};

}  // namespace heddle
