// SPDX-License-Identifier: Apache-2.0
#include "lower/liveness.h"

#include <map>
#include <numeric>

#include "program/control_flow.h"
#include "program/operands.h"

namespace heddle {

namespace {

using SlotSet = std::vector<bool>;

class FunctionLiveness {
 public:
  FunctionLiveness(Program& program, const Function& function)
      : program_(program), function_(function), end_(function.entry + function.instruction_count) {}

  void run() {
    if (function_.returns_twice) return keep_everything();
    blocks_ = blocks_of(program_, function_);
    for (const Block& block : blocks_) live_in_[block.first] = SlotSet(function_.slot_count);
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
  void keep_everything() {
    const auto first = uint32_t(program_.live_slots.size());
    program_.live_slots.resize(first + function_.slot_count);
    std::iota(program_.live_slots.begin() + first, program_.live_slots.end(), 0u);
    for (Point point = function_.entry; point < end_; ++point)
      program_.live_ranges[point] = {first, function_.slot_count};
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
    visit_targets(program_, block.second - 1, add);
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
