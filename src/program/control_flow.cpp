// SPDX-License-Identifier: Apache-2.0
#include "program/control_flow.h"

#include <algorithm>

namespace heddle {

bool can_stand_at(Opcode opcode) {
  switch (shape_of(opcode)) {
    case Shape::Call:
    case Shape::CallIndirect:
    case Shape::List: return true;
    default: break;
  }
  switch (opcode) {
    case Opcode::Load1:
    case Opcode::Load2:
    case Opcode::Load4:
    case Opcode::Load8:
    case Opcode::LoadOdd:
    case Opcode::LoadWide:
    case Opcode::Store1:
    case Opcode::Store2:
    case Opcode::Store4:
    case Opcode::Store8:
    case Opcode::StoreOdd:
    case Opcode::StoreWide:
    case Opcode::AtomicUpdate:
    case Opcode::CompareExchange:
    case Opcode::CopyMemory:
    case Opcode::SetMemory:
    case Opcode::Choose:
    case Opcode::AtomicBegin:
    case Opcode::Free: return true;
    default: return false;
  }
}

bool is_conditional(Opcode opcode) {
  switch (opcode) {
    case Opcode::Branch:
    case Opcode::BranchEq:
    case Opcode::BranchNe:
    case Opcode::BranchUlt:
    case Opcode::BranchUle:
    case Opcode::BranchSlt:
    case Opcode::BranchSle:
    case Opcode::Switch: return true;
    default: return false;
  }
}

bool ends_block(Opcode opcode) {
  if (is_conditional(opcode)) return true;
  switch (opcode) {
    case Opcode::Jump:
    case Opcode::JumpIndirect:
    case Opcode::Unreachable:
    case Opcode::Return:
    case Opcode::ThreadEnd:
    case Opcode::Fail:
    case Opcode::Refuse:
    case Opcode::Exit:
    case Opcode::LongJump: return true;
    default: return false;
  }
}

std::vector<Block> blocks_of(const Program& program, const Function& function) {
  const Point end = function.entry + function.instruction_count;
  std::vector<Point> leaders{function.entry};
  for (Point point = function.entry; point < end; ++point) {
    visit_targets(program, point, [&](Point target) { leaders.push_back(target); });
    const bool ends = ends_block(program.code[point].opcode) || program.landing_pad_at(point);
    if (ends && point + 1 < end) leaders.push_back(point + 1);
  }
  std::sort(leaders.begin(), leaders.end());
  leaders.erase(std::unique(leaders.begin(), leaders.end()), leaders.end());
  std::vector<Block> blocks;
  for (size_t k = 0; k < leaders.size(); ++k)
    blocks.emplace_back(leaders[k], k + 1 < leaders.size() ? leaders[k + 1] : end);
  return blocks;
}

}  // namespace heddle
