// Which registers an instruction reads and writes: one place, for liveness and for the printer.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "program/program.h"

namespace heddle {

// Calls read(operand) for each operand read, and write(slot) for each slot written.
template <typename Read, typename Write>
void visit_operands(const Program& program, const Instruction& i, Read read, Write write) {
  const auto write2 = [&] { write(i.a), write(i.a + 1); };
  const auto read2 = [&](Operand operand) { read(operand), read(operand + 1); };
  const auto read_list = [&] {
    for (const Operand operand : program.operands(i.c)) read(operand);
  };
  const auto write_results = [&] {
    for (uint32_t k = 0; k < i.width; ++k) write(i.a + k);
  };
  switch (shape_of(i.opcode)) {
    case Shape::None: return;
    case Shape::D: return write(i.a);
    case Shape::DU: return read(i.b), write(i.a);
    case Shape::DUU: return read(i.b), read(i.c), write(i.a);
    case Shape::DUUI: return read(i.b), read(i.c), read(Operand(i.imm)), write(i.a);
    case Shape::D2UUI: return read(i.b), read(i.c), read(Operand(i.imm)), write2();
    case Shape::D2U: return read(i.b), write2();
    case Shape::DU2: return read2(i.b), write(i.a);
    case Shape::DU2U2: return read2(i.b), read2(i.c), write(i.a);
    case Shape::D2U2: return read2(i.b), write2();
    case Shape::D2U2U2: return read2(i.b), read2(i.c), write2();
    case Shape::D3U2U2: return read2(i.b), read2(i.c), write2(), write(i.a + 2);
    case Shape::U2U: return read2(i.a), read(i.b);
    case Shape::U: return read(i.a);
    case Shape::UU: return read(i.a), read(i.b);
    case Shape::UUU: return read(i.a), read(i.b), read(i.c);
    case Shape::List: return read_list(), write_results();
    case Shape::Call: return read_list(), write_results();
    case Shape::CallIndirect: return read(i.b), read_list(), write_results();
    case Shape::Return: return read_list();
  }
}

}  // namespace heddle
