// SPDX-License-Identifier: Apache-2.0
#include "analysis/allocators.h"

#include <algorithm>
#include <map>

#include "program/operands.h"

namespace heddle {

namespace {

class Freshness {
 public:
  Freshness(const Program& program, const Function& function) : program_(program) {
    for (Point point = function.entry; point < function.entry + function.instruction_count;
         ++point) {
      const Instruction& i = program.code[point];
      if (i.opcode == Opcode::Return) returns_.push_back(point);
      visit_operands(
          program, i, [](Operand) {}, [&](uint32_t slot) { defs_[slot].push_back(point); });
    }
    for (uint32_t slot = 0; slot < function.parameter_slots; ++slot)
      defs_[slot].push_back(kNoPoint);
  }

  bool returns_fresh() {
    for (const Point point : returns_) {
      const auto results = program_.operands(program_.code[point].c);
      if (results.size() != 1 || !is_fresh(results[0])) return false;
    }
    return saw_allocation_;
  }

 private:
  // Null, or a new block. Slots being looked at count as fresh: a loop adds nothing of its own.
  bool is_fresh(Operand operand) {
    if (is_constant(operand)) return program_.constants[operand & ~kConstantBit] == 0;
    const auto [known, is_new] = looked_at_.emplace(operand, true);
    if (!is_new) return known->second;
    const auto& defs = defs_[operand];
    return known->second = std::all_of(defs.begin(), defs.end(),
                                       [&](Point point) { return defines_fresh(point); });
  }

  bool defines_fresh(Point point) {
    if (point == kNoPoint) return false;
    const Instruction& i = program_.code[point];
    switch (i.opcode) {
      case Opcode::Allocate: return saw_allocation_ = true;
      case Opcode::Call:
        if (i.width != 1 || !program_.functions[i.b].is_allocator) return false;
        return saw_allocation_ = true;
      case Opcode::Move: return is_fresh(i.b);
      case Opcode::Select: return is_fresh(i.c) && is_fresh(Operand(i.imm));
      default: return false;
    }
  }

  const Program& program_;
  std::map<uint32_t, std::vector<Point>> defs_;
  std::map<uint32_t, bool> looked_at_;
  std::vector<Point> returns_;
  bool saw_allocation_ = false;
};

}  // namespace

void mark_allocators(Program& program) {
  bool changed = true;
  while (changed) {
    changed = false;
    for (Function& function : program.functions)
      if (!function.is_allocator && Freshness(program, function).returns_fresh())
        changed = function.is_allocator = true;
  }
}

}  // namespace heddle
