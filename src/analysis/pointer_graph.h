// PointerGraph: the nodes, sets and constraints that Andersen's analysis solves; see andersen.h.
//
// Two things keep it fast where a program's objects flow together, as those of the C++ library do: nodes
// on a cycle of edges have the same set, so they become one; and "anywhere in the object" replaces all
// other targets of that object. Where a pointer leads that was moved on is computed once for each target and
// distance.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/DenseMap.h>

#include <compare>
#include <deque>
#include <map>
#include <optional>
#include <queue>
#include <tuple>
#include <vector>

#include "analysis/points_to.h"
#include "support/sparse_set.h"

namespace heddle {

class PointerGraph {
 public:
  using Node = uint32_t;
  static constexpr Node kNoNode = ~0u;
  static constexpr uint32_t kNoReceiver = ~0u;

  // What to do for each new target of a node.
  enum class Rule : uint8_t {
    Load,
    Store,
    Offset,
    Stride,
    Index,  // the same within the member that the target is in
    Block,  // all that a copy of unknown length may reach
    Dispatch,  // a call of `other`, which was loaded from the table at the target, at the offset
    Call,  // through a pointer: taken with take_call()
    ThreadEntry,  // the same for the function a thread begins with
  };
  struct Constraint {
    Rule rule;
    Node other = kNoNode;
    int64_t offset = 0;
    unsigned bytes = 0;
    int64_t count = 0;  // Stride, Index: the length of the array, if known
    Point point = kNoPoint;
    InstanceId instance = 0;
    uint32_t receiver = kNoReceiver;  // Call: the target on whose behalf, see target_at()
    friend auto operator<=>(const Constraint&, const Constraint&) = default;
  };
  // A function that a constraint has found.
  struct Called {
    Constraint constraint;
    FunctionIndex function;
  };

  explicit PointerGraph(const Program& program) : program_(program), addresses_(program) {}
  virtual ~PointerGraph() = default;

  Node new_node() { return new_nodes(1); }
  Node new_nodes(size_t count);
  void add(Node node, const Target& target);
  virtual void edge(Node from, Node to);
  virtual void constrain(Node node, const Constraint& constraint);
  // The value may have been computed with: it points anywhere into the same objects.
  void blur(Node from, Node to) {
    constrain(from, {.rule = Rule::Stride, .other = to, .offset = 1});
  }

  ObjectId object(ObjectKind kind, uint32_t index, uint64_t size);
  // So many bytes are likely in use, whatever else is there.
  void expect_size(ObjectId id, uint64_t size);
  std::optional<Target> target_of(uint64_t value);

  // Propagates until nothing changes, or a function was found.
  std::optional<Called> solve();
  // The same for so many steps; whether that was enough.
  bool solve_within(size_t steps);

  Target target_at(uint32_t id) const;
  std::vector<Target> targets_of(Node node);
  const SparseSet& numbers_of(Node node) { return nodes_[representative(node)].targets; }
  std::vector<ObjectId> contents_of(ObjectId id);
  std::vector<AbstractObject>& objects() { return objects_; }
  std::map<std::pair<ObjectKind, uint32_t>, ObjectId>& object_ids() { return object_ids_; }

 private:
  static constexpr uint32_t kFirstNumbered = 1u << 24;
  static constexpr uint32_t kNowhere = ~0u;  // instead of a target's number
  struct NodeData {
    SparseSet targets;
    SparseSet fresh;  // not yet propagated
    SparseSet edges;  // also to nodes that have become part of others
    std::vector<Constraint> constraints;
    uint32_t order = ~0u;  // when there are no cycles, edges lead from higher to lower
    bool queued = false;
    bool has_anywhere = false;  // among the targets
  };
  // Work goes along the edges in waves. A pointer that is moved on in a loop moves once in each, so that
  // what is found first are the offsets that the program names.
  struct Work {
    uint32_t wave = 0;
    uint32_t order = 0;
    Node node = kNoNode;
    bool operator<(const Work& other) const {
      return wave != other.wave ? wave > other.wave : order < other.order;
    }
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
  // What a load or a store of one word goes to, if it is one: the same each time.
  struct Cell {
    Node stored = kNoNode;
    Node loaded = kNoNode;
    bool is_single = false;
  };
  struct Cells {
    std::map<int64_t, Node> exact;
    std::vector<Strided> strided;
    size_t offsets = 0;
    size_t max_offsets = 0;  // beyond that, they count as the same place in some element
    int64_t element = 0;  // its size, by the longest step seen
  };

  Node representative(Node node);
  void enqueue(Node node);
  void add(Node node, const SparseSet& targets);
  void mark_whole_objects(const SparseSet& targets);
  template <typename Which>
  void drop_within(SparseSet& targets, Which which) const;
  // A target's number in sets: the object's for anywhere in it.
  uint32_t id_of(const Target& target);
  void add_contents(ObjectId id, const Global& global);
  bool is_text(uint32_t global) const;
  Target normal(Target target);
  static bool covers(const Strided& strided, int64_t word);
  Node exact_cell(ObjectId id, int64_t word);
  Strided strided_cell(const Target& target, int64_t word, int64_t end);
  template <typename Exact, typename Many>
  void visit_words(const Target& target, int64_t offset, unsigned bytes, Exact exact, Many many);
  void apply(const Constraint& rule, const SparseSet& targets);
  void apply(const Constraint& rule, const Target& target);
  void apply_to_cells(const Constraint& rule, const SparseSet& targets);
  Cell cell_at(const Constraint& rule, uint32_t target);
  void move(const Constraint& rule, const SparseSet& targets);
  std::optional<Target> moved(const Constraint& rule, Target target);
  std::optional<Target> walked_over_text(const Target& target, int64_t step) const;
  bool leaves_header(const Target& target, int64_t offset, int64_t bytes) const;
  Target indexed(const Target& target, const Constraint& rule) const;
  Target block_at(const Target& target) const;
  void dispatch(const Constraint& rule, const Target& receiver);
  std::optional<FunctionIndex> function_of(const Target& target) const;
  void propagate(Node node);
  void merge(Node node, Node into);
  void drop_duplicates(std::vector<Constraint>& constraints);
  void lead_to_representatives(SparseSet& edges, Node from);
  void collapse_cycles();

  const Program& program_;
  ConstantAddresses addresses_;
  std::deque<NodeData> nodes_;  // never move: sets are referred to while nodes are added
  std::vector<Node> merged_into_;  // by node: itself, or closer to its representative
  std::priority_queue<Work> work_;
  Work current_;
  size_t steps_left_ = ~size_t(0);
  size_t new_edges_ = 0;  // since cycles were looked for
  std::map<Target, uint32_t> target_ids_;
  // By rule, offset and count: the target that a target becomes.
  std::map<std::tuple<Rule, int64_t, int64_t>, llvm::DenseMap<uint32_t, uint32_t>> moves_;
  // By offset and size: where an access through a target goes.
  std::map<std::pair<int64_t, unsigned>, llvm::DenseMap<uint32_t, Cell>> cells_at_;
  std::vector<Target> targets_;  // by id - kFirstNumbered
  std::vector<ObjectId> objects_of_targets_;  // likewise
  uint32_t round_ = 0;  // of marking
  std::vector<uint32_t> whole_in_round_;  // by object: in which it was last marked
  std::vector<AbstractObject> objects_;
  std::optional<ObjectId> texts_;
  std::map<std::pair<ObjectKind, uint32_t>, ObjectId> object_ids_;
  std::deque<Cells> cells_;  // by object
  std::deque<Called> called_;
  std::map<std::pair<Point, InstanceId>, size_t> receivers_;  // how many each virtual call has had
};

}  // namespace heddle
