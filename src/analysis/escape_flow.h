// Escape flow: at each place of a function, which registers may hold pointers to objects that other threads
// may know by then.
//
// Forward and flow-sensitive. A new object is nobody else's; it escapes when its address is stored in memory
// that has escaped, is passed to a new thread or becomes a number, and with it all that it leads to. Inside a
// callee the arguments of all its callers are one; after a call, only the callee's summary counts.
//
// Paper: [ParizekLhotak-SCP], Section 6.2, Figure 13.
// Differs: - pointers in memory that has not escaped are followed: `tainted` objects are those that may
//            hold a pointer to one that has. A local variable of one word that is stored to holds
//            what was stored and nothing else;
//          - what is reached from an object that may have escaped already is taken to have escaped with it:
//            an object made since then, which nothing points to yet, stays private. Where "may" was wrong and
//            the rest escapes only now, the machine notices what is written later (reduction/hybrid.h);
//          - it also knows where no thread but the first has been started yet.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <tuple>

#include "analysis/escape_summaries.h"
#include "program/control_flow.h"

namespace heddle {

struct EscapeState {
  BitSet escaped;  // registers
  BitSet tainted;  // objects
  bool threads = false;  // there may be other threads than the first
  bool reached = false;
};

class EscapeFlow {
 public:
  EscapeFlow(const Program& program, const PointsTo& points_to);

  // Calls see(instance, point, state before the instruction) for all code that may run.
  using See = std::function<void(InstanceId, Point, const EscapeState&)>;
  void visit(const See& see);
  bool is_escaped(InstanceId instance, Operand operand, const EscapeState& state) const;
  // Whether one of the objects it stands for may ever escape.
  bool may_escape(ObjectId object) const {
    return is_static(points_to_.objects()[object].kind) || ever_escaped_.contains(object);
  }

 private:
  struct PerInstance {
    std::vector<Block> blocks;
    std::vector<EscapeState> in;  // by block
    bool is_recursive = false;
    bool queued = false;
  };
  // What becomes of registers and objects when an object escapes.
  struct Effect {
    BitSet escaped;
    const BitSet* tainted = nullptr;
  };
  using Part = ObjectReach::Part;

  void find_recursion();
  void prepare(InstanceId id);
  void enqueue(InstanceId id);
  void enter(InstanceId callee, const std::function<bool(uint32_t)>& is_escaped_argument,
             const EscapeState& state);
  bool merge(const EscapeState& from, EscapeState& into) const;
  void update(InstanceId id);
  template <typename Before>
  void walk(InstanceId id, size_t block, EscapeState& state, Before before);
  void pass(InstanceId id, Point point, EscapeState& state);
  void load(const Instruction& i, uint32_t slot, EscapeState& state);
  void store(const Instruction& i, Operand value, EscapeState& state);
  void copy(const Instruction& i, EscapeState& state);
  void call(Point point, EscapeState& state);
  // Returns for each result whether it may have escaped.
  std::vector<bool> apply(const EscapeSummary& callee, const Instruction& i, EscapeState& state);
  void escape_sources(Sources sources, std::span<const uint32_t> arguments, EscapeState& state);
  void escape(Operand operand, Part part, EscapeState& state);
  const Effect& effect_of(Operand operand, Part part);
  const BitSet& holders_of(TargetSetId set, Part part);
  void set(uint32_t slot, bool escaped, EscapeState& state) const;
  bool is_escaped(Operand operand, const EscapeState& state) const;
  bool holds_escaped(Operand operand, const EscapeState& state) const;
  bool leads_to_escaped(Operand operand, const EscapeState& state) const;
  const std::vector<Target>& targets(Operand operand) const;
  const BitSet& objects(Operand operand) const {
    return reach_.objects(points_to_.set_of(instance_, operand));
  }
  const BitSet& reached_from(Operand operand, Part part) const {
    return reach_.from(points_to_.set_of(instance_, operand), part);
  }
  std::optional<ObjectId> own_variable(Operand operand) const;

  const Program& program_;
  const PointsTo& points_to_;
  const ObjectReach reach_;
  const std::vector<EscapeSummary> summaries_;
  EscapeState first_;  // of a thread
  BitSet ever_escaped_;  // objects
  std::vector<PerInstance> instances_;
  std::vector<InstanceId> work_;
  std::vector<BitSet> holders_;  // by object: those that may point to it
  std::map<std::tuple<InstanceId, TargetSetId, Part>, Effect> effects_;
  std::map<std::pair<TargetSetId, Part>, BitSet> holders_of_sets_;
  InstanceId instance_ = 0;
};

}  // namespace heddle
