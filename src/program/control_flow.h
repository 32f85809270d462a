// Control flow within a function: where an instruction may lead, and the basic blocks that follow
// from it. One place, for liveness and for the static analyses.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include "program/program.h"

namespace heddle {

// Where a thread can stand between transitions, or have a call outstanding.
bool can_stand_at(Opcode opcode);

// Control never falls through to the next instruction.
bool ends_block(Opcode opcode);
// Goes one way or another by a value.
bool is_conditional(Opcode opcode);
inline bool is_call(Opcode opcode) {
  return opcode == Opcode::Call || opcode == Opcode::CallIndirect;
}

// From the first Point to before the second.
using Block = std::pair<Point, Point>;

// In the order of their Points.
std::vector<Block> blocks_of(const Program& program, const Function& function);

// Calls visit(target) for each Point that the instruction names as a target: of a jump, or of an
// exception that leaves a call. Falling through is not among them.
template <typename Visit>
void visit_targets(const Program& program, Point point, Visit visit) {
  const Instruction& i = program.code[point];
  if (const LandingPad* pad = program.landing_pad_at(point)) visit(pad->pad);
  switch (i.opcode) {
    case Opcode::Jump: visit(i.a); break;
    case Opcode::Branch: visit(i.b), visit(i.c); break;
    case Opcode::BranchEq:
    case Opcode::BranchNe:
    case Opcode::BranchUlt:
    case Opcode::BranchUle:
    case Opcode::BranchSlt:
    case Opcode::BranchSle: visit(Point(i.imm)), visit(Point(uint64_t(i.imm) >> 32)); break;
    case Opcode::Switch:
      visit(program.switches[i.c].otherwise);
      for (const auto& [value, target] : program.switches[i.c].cases) visit(target);
      break;
    case Opcode::JumpIndirect:
      for (const Operand target : program.operands(i.c)) visit(Point(target));
      break;
    default: break;
  }
}

}  // namespace heddle
