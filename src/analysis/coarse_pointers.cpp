// SPDX-License-Identifier: Apache-2.0
#include "analysis/coarse_pointers.h"

#include <algorithm>
#include <set>

#include "analysis/accesses.h"
#include "program/operands.h"

namespace heddle {

namespace {

// The same for all registers.
class Everywhere final : public LazyTargets {
 public:
  explicit Everywhere(ObjectId anything) : targets_{Target{anything, 0, 1}} {}
  const std::vector<Target>& targets(uint32_t) override { return targets_; }

 private:
  const std::vector<Target> targets_;
};

}  // namespace

class CoarsePointers {
 public:
  explicit CoarsePointers(const Program& program) : program_(program), addresses_(program) {}

  PointsTo run() {
    find_taken();
    result_.lazy_ = std::make_shared<Everywhere>(add({ObjectKind::Anything, 0, kUnknownSize}));
    reach(program_.start);
    for (InstanceId next = 0; next < result_.instances_.size(); ++next) read(next);
    add_variables();
    return std::move(result_);
  }

 private:
  // --- whose address is used other than for an access of the thing itself ---

  void take(uint64_t value) {
    const auto named = addresses_.decode(value);
    if (!named) return;
    if (named->kind == ObjectKind::Function) taken_functions_.insert(named->index);
    if (named->kind == ObjectKind::Global) taken_globals_.insert(named->index);
  }
  void find_taken() {
    for (Point point = 0; point < program_.code.size(); ++point) take_operands(point);
    for (const auto* variables : {&program_.globals, &program_.thread_locals})
      for (const Global& variable : *variables)
        for (const InitialWord& word : variable.contents) take(word.value);
    for (const LandingPad& pad : program_.landing_pads)
      for (const uint64_t type : pad.catch_types) take(type);
  }
  void take_operands(Point point) {
    std::multiset<Operand> values;
    visit_operands(
        program_, program_.code[point],
        [&](Operand operand) {
          if (is_constant(operand)) values.insert(operand);
        },
        [](uint32_t) {});
    if (values.empty()) return;
    // Once as the address of the access; a variable may also hold its own address.
    visit_accesses(program_, point, [&](const StaticAccess& access) {
      const auto base = values.find(access.base);
      if (base != values.end()) values.erase(base);
    });
    for (const Operand value : values) take(program_.constants[value & ~kConstantBit]);
  }

  // --- functions ---

  InstanceId reach(FunctionIndex function) {
    const auto [entry, is_new] =
        instance_ids_.emplace(function, InstanceId(result_.instances_.size()));
    if (is_new) {
      result_.instances_.push_back({function, {}});
      result_.first_slot_.push_back(0);
    }
    return entry->second;
  }

  template <typename Takes>
  std::vector<InstanceId> reach_through(Operand pointer, Takes takes) {
    std::vector<InstanceId> reached;
    const auto visit = [&](FunctionIndex function) {
      if (takes(program_.functions[function])) reached.push_back(reach(function));
    };
    if (!is_constant(pointer)) {
      std::for_each(taken_functions_.begin(), taken_functions_.end(), visit);
    } else if (const auto named = addresses_.decode(program_.constants[pointer & ~kConstantBit])) {
      if (named->kind == ObjectKind::Function) visit(named->index);
    }
    return reached;
  }

  void read(InstanceId id) {
    const Function& function = program_.functions[result_.instances_[id].function];
    for (Point point = function.entry; point < function.entry + function.instruction_count; ++point)
      read(id, function, point);
  }

  void read(InstanceId id, const Function& function, Point point) {
    const Instruction& i = program_.code[point];
    const auto has_its_arguments = [&](const Function& callee) {
      return program_.operands(i.c).size() == callee.parameter_slots;
    };
    switch (i.opcode) {
      case Opcode::Call:
        if (!has_its_arguments(program_.functions[i.b])) return;
        result_.callees_at(id, point) = {reach(i.b)};
        if (program_.functions[i.b].is_allocator) name_block(function, point);
        return;
      case Opcode::CallIndirect: {
        const auto callees = reach_through(i.b, has_its_arguments);
        for (const InstanceId callee : callees)
          if (program_.functions[result_.instances_[callee].function].is_allocator)
            name_block(function, point);
        result_.callees_at(id, point) = callees;
        return;
      }
      case Opcode::ThreadCreate:
        result_.entries_[{id, point}] =
            reach_through(program_.operands(i.c)[0],
                          [](const Function& entry) { return entry.parameter_slots == 2; });
        return;
      case Opcode::Allocate: return name_block(function, point);
      case Opcode::Alloca: add({ObjectKind::Local, point, kUnknownSize}); return;
      default: return;
    }
  }

  // --- objects: those that anything stands for come first ---

  ObjectId add(const AbstractObject& object) {
    const auto [entry, is_new] = result_.object_ids_.emplace(std::pair(object.kind, object.index),
                                                             ObjectId(result_.objects_.size()));
    if (is_new) result_.objects_.push_back(object);
    return entry->second;
  }
  void name_block(const Function& function, Point point) {
    if (!function.is_allocator) add({ObjectKind::Heap, point, kUnknownSize});
  }
  void add_variables() {
    for (uint32_t k = 0; k < program_.thread_locals.size(); ++k)
      add({ObjectKind::ThreadLocal, k, program_.thread_locals[k].size});
    for (const uint32_t global : taken_globals_)
      add({ObjectKind::Global, global, program_.globals[global].size});
    result_.anything_end_ = ObjectId(result_.objects_.size());
    for (uint32_t index = 0; index < program_.constants.size(); ++index) {
      const auto named = addresses_.decode(program_.constants[index]);
      if (!named || named->kind != ObjectKind::Global) continue;
      const ObjectId id =
          add({ObjectKind::Global, named->index, program_.globals[named->index].size});
      result_.constants_[index] = result_.add_set({Target{id, named->offset, 0}});
    }
  }

  const Program& program_;
  const ConstantAddresses addresses_;
  std::set<FunctionIndex> taken_functions_;
  std::set<uint32_t> taken_globals_;
  std::map<FunctionIndex, InstanceId> instance_ids_;
  PointsTo result_;
};

PointsTo coarse_pointers(const Program& program) { return CoarsePointers(program).run(); }

}  // namespace heddle
