// SPDX-License-Identifier: Apache-2.0
#include "lower/liveness.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "program/operands.h"

namespace heddle {

namespace {

using SlotSet = std::vector<bool>;

// Where a thread can stand between transitions, or have a call outstanding. Jumps are included
// because a runaway loop is stopped at one.
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

bool ends_block(Opcode opcode) {
  switch (opcode) {
    case Opcode::Jump:
    case Opcode::Branch:
    case Opcode::BranchEq:
    case Opcode::BranchNe:
    case Opcode::BranchUlt:
    case Opcode::BranchUle:
    case Opcode::BranchSlt:
    case Opcode::BranchSle:
    case Opcode::Switch:
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

class FunctionLiveness {
 public:
  FunctionLiveness(Program& program, const Function& function)
      : program_(program), function_(function), end_(function.entry + function.instruction_count) {}

  void run() {
    if (function_.returns_twice) return keep_everything();
    find_blocks();
    bool changed = true;
    while (changed) {
      changed = false;
      for (auto block = blocks_.rbegin(); block != blocks_.rend(); ++block) {
        SlotSet live = walk(*block, [](Point, const SlotSet&) {});
        if (live != live_in_[block->first]) {
          live_in_[block->first] = std::move(live);
          changed = true;
        }
      }
    }
    std::map<SlotSet, std::pair<uint32_t, uint32_t>> known;
    for (const auto& block : blocks_)
      walk(block, [&](Point point, const SlotSet& live) { record(point, live, known); });
  }

 private:
  using Block = std::pair<Point, Point>;

  void keep_everything() {
    const auto first = uint32_t(program_.live_slots.size());
    program_.live_slots.resize(first + function_.slot_count);
    std::iota(program_.live_slots.begin() + first, program_.live_slots.end(), 0u);
    for (Point point = function_.entry; point < end_; ++point)
      program_.live_ranges[point] = {first, function_.slot_count};
  }

  template <typename Visit>
  void visit_targets(Point point, Visit visit) const {
    const Instruction& i = program_.code[point];
    if (const LandingPad* pad = program_.landing_pad_at(point)) visit(pad->pad);
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
        visit(program_.switches[i.c].otherwise);
        for (const auto& [value, target] : program_.switches[i.c].cases) visit(target);
        break;
      case Opcode::JumpIndirect:
        for (const Operand target : program_.operands(i.c)) visit(Point(target));
        break;
      default: break;
    }
  }

  void find_blocks() {
    std::vector<Point> leaders{function_.entry};
    for (Point point = function_.entry; point < end_; ++point) {
      visit_targets(point, [&](Point target) { leaders.push_back(target); });
      const bool ends = ends_block(program_.code[point].opcode) || program_.landing_pad_at(point);
      if (ends && point + 1 < end_) leaders.push_back(point + 1);
    }
    std::sort(leaders.begin(), leaders.end());
    leaders.erase(std::unique(leaders.begin(), leaders.end()), leaders.end());
    for (size_t k = 0; k < leaders.size(); ++k) {
      blocks_.emplace_back(leaders[k], k + 1 < leaders.size() ? leaders[k + 1] : end_);
      live_in_[leaders[k]] = SlotSet(function_.slot_count);
    }
  }

  // Backwards through a block; visit(point, live) sees the set that counts at the point.
  template <typename Visit>
  SlotSet walk(const Block& block, Visit visit) {
    SlotSet live(function_.slot_count);
    const auto add = [&](Point target) {
      const SlotSet& other = live_in_[target];
      for (size_t slot = 0; slot < live.size(); ++slot)
        if (other[slot]) live[slot] = true;
    };
    const Instruction& last = program_.code[block.second - 1];
    visit_targets(block.second - 1, add);
    // An exception brings its own value along.
    if (const LandingPad* pad = program_.landing_pad_at(block.second - 1))
      live[pad->exception_slot] = false;
    if (!ends_block(last.opcode) && block.second < end_) add(block.second);
    for (Point point = block.second; point-- > block.first;) {
      const Instruction& i = program_.code[point];
      const bool is_call =
          shape_of(i.opcode) == Shape::Call || shape_of(i.opcode) == Shape::CallIndirect;
      visit_operands(program_, i, [](Operand) {}, [&](uint32_t slot) { live[slot] = false; });
      if (is_call) visit(point, live);
      visit_operands(
          program_, i,
          [&](Operand operand) {
            if (!is_constant(operand)) live[operand] = true;
          },
          [](uint32_t) {});
      if (!is_call) visit(point, live);
    }
    return live;
  }

  void record(Point point, const SlotSet& live,
              std::map<SlotSet, std::pair<uint32_t, uint32_t>>& known) {
    // The entry counts, too: a new thread stands there for a moment.
    if (!can_stand_at(program_.code[point].opcode) && point != function_.entry) return;
    const auto [entry, is_new] = known.try_emplace(live);
    if (is_new) {
      const auto first = uint32_t(program_.live_slots.size());
      for (uint32_t slot = 0; slot < live.size(); ++slot)
        if (live[slot]) program_.live_slots.push_back(slot);
      entry->second = {first, uint32_t(program_.live_slots.size()) - first};
    }
    program_.live_ranges[point] = entry->second;
  }

  Program& program_;
  const Function& function_;
  Point end_;
  std::vector<Block> blocks_;
  std::map<Point, SlotSet> live_in_;
};

}  // namespace

void compute_liveness(Program& program) {
  program.live_ranges.assign(program.code.size(), {0, 0});
  for (const Function& function : program.functions) FunctionLiveness(program, function).run();
}

}  // namespace heddle
