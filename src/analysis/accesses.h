// What an instruction may do to memory, seen statically.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/points_to.h"
#include "program/program.h"

namespace heddle {

struct StaticAccess {
  Operand base = 0;
  int64_t offset = 0;
  uint64_t size = 0;  // kWholeObject: anything in the object
  bool reads = false;
  bool writes = false;
};

// Calls visit(StaticAccess) for each access of the instruction at `point`, those of the runtime models
// and of the machine itself included. Synchronisation operations count as writes of their object.
template <typename Visit>
void visit_accesses(const Program& program, Point point, Visit visit) {
  const Instruction& i = program.code[point];
  const auto known = [&](Operand operand) {
    return is_constant(operand) ? program.constants[operand & ~kConstantBit] : kWholeObject;
  };
  const auto read = [&](Operand base, int64_t offset, uint64_t size) {
    visit(StaticAccess{base, offset, size, true, false});
  };
  const auto write = [&](Operand base, int64_t offset, uint64_t size) {
    visit(StaticAccess{base, offset, size, false, true});
  };
  const auto update = [&](Operand base, int64_t offset, uint64_t size) {
    visit(StaticAccess{base, offset, size, true, true});
  };
  switch (i.opcode) {
    case Opcode::Load1: return read(i.b, i.imm, 1);
    case Opcode::Load2: return read(i.b, i.imm, 2);
    case Opcode::Load4: return read(i.b, i.imm, 4);
    case Opcode::Load8: return read(i.b, i.imm, 8);
    case Opcode::LoadOdd: return read(i.b, i.imm, (i.width + 7u) / 8);
    case Opcode::LoadWide: return read(i.b, i.imm, i.width);
    case Opcode::Store1: return write(i.b, i.imm, 1);
    case Opcode::Store2: return write(i.b, i.imm, 2);
    case Opcode::Store4: return write(i.b, i.imm, 4);
    case Opcode::Store8: return write(i.b, i.imm, 8);
    case Opcode::StoreOdd: return write(i.b, i.imm, (i.width + 7u) / 8);
    case Opcode::StoreWide: return write(i.b, i.imm, i.width);
    case Opcode::AtomicUpdate:
    case Opcode::CompareExchange: return update(i.b, 0, (i.width + 7u) / 8);
    case Opcode::CopyMemory: return read(i.b, 0, known(i.c)), write(i.a, 0, known(i.c));
    case Opcode::SetMemory: return write(i.a, 0, known(i.c));
    case Opcode::LifetimeStart:
    case Opcode::LifetimeEnd:
    case Opcode::Free: return write(i.a, 0, kWholeObject);
    case Opcode::Await: {
      const auto operands = program.operands(i.c);
      update(operands[1], 0, 4);
      for (size_t k = 2; k < operands.size(); k += 3) read(operands[k], 0, 4);
      return;
    }
    case Opcode::Visible: {
      const auto operands = program.operands(i.c);
      return update(operands[1], 0, known(operands[2]));
    }
    case Opcode::SetJump: return write(i.b, 0, 16);
    case Opcode::LongJump: return read(i.a, 0, 16);
    case Opcode::HandlerAt: return write(i.c, 0, 8);
    case Opcode::Output: return read(i.b, 0, kWholeObject);
    case Opcode::Host:
      for (const Operand operand : program.operands(i.c)) update(operand, 0, kWholeObject);
      return;
    default: return;
  }
}

}  // namespace heddle
