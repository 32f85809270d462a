// A listing of a Program for people: Points, operations, operands, and what is live.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "program/operands.h"
#include "program/program.h"

namespace heddle {

namespace {

std::string operand_text(const Program& program, Operand operand) {
  if (is_constant(operand))
    return fmt::format("#{}", int64_t(program.constants[operand & ~kConstantBit]));
  return fmt::format("r{}", operand);
}

std::string instruction_text(const Program& program, Point point) {
  const Instruction& i = program.code[point];
  std::string results;
  std::string operands;
  visit_operands(
      program, i, [&](Operand operand) { operands += " " + operand_text(program, operand); },
      [&](uint32_t slot) { results += fmt::format("r{} ", slot); });
  std::string text = fmt::format("{:6}  {}{}{}.{}{}", point, results, results.empty() ? "" : "= ",
                                 name_of(i.opcode), i.width, operands);
  if (i.opcode == Opcode::Call) text += " " + program.functions[i.b].name;
  if (i.opcode == Opcode::Jump) text += fmt::format(" -> {}", i.a);
  if (i.opcode == Opcode::Branch) text += fmt::format(" -> {} | {}", i.b, i.c);
  if (i.opcode >= Opcode::BranchEq && i.opcode <= Opcode::BranchSle)
    text += fmt::format(" -> {} | {}", uint32_t(i.imm), uint32_t(uint64_t(i.imm) >> 32));
  if (const auto live = program.live_at(point); !live.empty()) {
    text += "    ; live:";
    for (const uint32_t slot : live) text += fmt::format(" r{}", slot);
  }
  return text;
}

}  // namespace

std::string print(const Program& program) {
  std::string text;
  for (const Function& function : program.functions) {
    text += fmt::format("{} ({} slots, {} parameters)\n", function.name, function.slot_count,
                        function.parameter_slots);
    for (Point point = function.entry; point < function.entry + function.instruction_count; ++point)
      text += instruction_text(program, point) + "\n";
  }
  return text;
}

}  // namespace heddle
