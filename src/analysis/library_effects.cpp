// SPDX-License-Identifier: Apache-2.0
#include "analysis/library_effects.h"

#include <algorithm>
#include <deque>
#include <set>
#include <unordered_map>

#include "analysis/accesses.h"
#include "program/control_flow.h"
#include "program/operands.h"
#include "support/patience.h"

namespace heddle {

namespace {

// Enough for what a container does; streams and locales are nobody's business.
constexpr size_t kMostEffects = 400;

class EffectFinder {
 public:
  EffectFinder(const Program& program, const PointsTo& points_to)
      : program_(program), points_to_(points_to), effects_(points_to.instances().size()) {}

  LibraryEffects run() {
    std::vector<std::vector<InstanceId>> callers(effects_.size());
    std::deque<InstanceId> work;
    std::vector<bool> queued(effects_.size());
    for (InstanceId id = InstanceId(effects_.size()); id-- > 0;) {
      const Function& function = points_to_.function_of(program_, id);
      if (function.origin == FunctionOrigin::User) continue;
      work.push_back(id);
      queued[id] = true;
      for (Point p = function.entry; p < function.entry + function.instruction_count; ++p)
        for (const InstanceId callee : points_to_.callees(id, p))
          if (callers[callee].empty() || callers[callee].back() != id)
            callers[callee].push_back(id);
    }
    for (auto& of_one : callers)
      std::ranges::reverse(of_one);  // which of too many effects are kept depends on it
    while (!work.empty()) {
      Patience::ask();
      const InstanceId id = work.front();
      work.pop_front();
      queued[id] = false;
      const size_t before = effects_[id].size();
      update(id);
      if (effects_[id].size() == before) continue;
      for (const InstanceId caller : callers[id]) {
        if (queued[caller]) continue;
        queued[caller] = true;
        work.push_back(caller);
      }
    }
    LibraryEffects result;
    for (const auto& effects : effects_) result.emplace_back(effects.begin(), effects.end());
    return result;
  }

 private:
  void update(InstanceId id) {
    instance_ = id;
    const Function& function = points_to_.function_of(program_, id);
    const ParameterOffsets offsets(program_, function);
    for (Point p = function.entry; p < function.entry + function.instruction_count; ++p) {
      const Instruction& i = program_.code[p];
      if (is_call(i.opcode)) {
        for (const InstanceId callee : points_to_.callees(id, p)) {
          if (!may_return(callee)) continue;
          std::set<LibraryEffect> own;
          if (callee == id) own = effects_[id];  // to which will be added
          for (const LibraryEffect& effect : callee == id ? own : effects_[callee])
            pass_on(effect, program_.operands(i.c), offsets);
        }
        continue;
      }
      if (i.opcode == Opcode::ThreadCreate) {
        LibraryEffect effect{.starts_thread = true, .point = p};
        add(program_.operands(i.c)[1], effect, offsets);
        continue;
      }
      if (is_sync(i)) {
        const auto operands = program_.operands(i.c);
        if (!is_constant(operands[0])) continue;
        LibraryEffect effect{.sync = SyncKind(program_.constants[operands[0] & ~kConstantBit]),
                             .point = p};
        if (effect.sync == SyncKind::Join)
          insert(effect);  // of a thread, which has no place in memory
        else
          add(operands[1], effect, offsets);
        continue;
      }
      if (i.opcode == Opcode::Free) {
        add(i.a, {.size = kWholeObject, .writes = true, .frees = true, .point = p}, offsets);
        continue;
      }
      if (!is_plain_access(i) || i.aux & kInvisible) continue;
      visit_accesses(program_, p, [&](const StaticAccess& access) {
        LibraryEffect effect{.size = access.size,
                             .reads = access.reads,
                             .writes = access.writes,
                             .atomic = (i.aux & kAtomic) != 0,
                             .point = p};
        if (i.opcode == Opcode::AtomicUpdate || i.opcode == Opcode::CompareExchange)
          effect.atomic = true;
        effect.target.offset = access.offset;
        add(access.base, effect, offsets);
      });
    }
  }
  static bool is_sync(const Instruction& i) {
    return i.opcode == Opcode::Await || i.opcode == Opcode::Visible;
  }
  static bool is_plain_access(const Instruction& i) {
    switch (i.opcode) {
      case Opcode::LifetimeStart:
      case Opcode::LifetimeEnd:
      case Opcode::SetJump:
      case Opcode::LongJump:
      case Opcode::HandlerAt:
      case Opcode::Output:
      case Opcode::Host: return false;
      default: return true;
    }
  }

  void pass_on(LibraryEffect effect, std::span<const uint32_t> arguments,
               const ParameterOffsets& offsets) {
    if (effect.parameter == LibraryEffect::kNoParameter) return insert(effect);
    if (effect.parameter >= arguments.size()) return;
    const Operand argument = arguments[effect.parameter];
    effect.parameter = LibraryEffect::kNoParameter;
    add(argument, effect, offsets);
  }
  void add(Operand base, LibraryEffect effect, const ParameterOffsets& offsets) {
    const ParameterOffsets::Value value = offsets.of(base);
    if (value.parameter != LibraryEffect::kNoParameter) {
      effect.parameter = value.parameter;
      effect.target.offset += value.offset;
      return insert(effect);
    }
    for (Target target : points_to_.targets(instance_, base)) {
      target.offset += effect.target.offset;
      LibraryEffect settled = effect;
      settled.target = target;
      if (is_of_interest(settled)) insert(settled);
    }
  }
  // What ends in an exception or the end of the program does much that has nothing to do with the call.
  bool may_return(InstanceId callee) {
    const auto [known, is_new] = may_return_.try_emplace(points_to_.instances()[callee].function);
    if (is_new) {
      const Function& function = points_to_.function_of(program_, callee);
      for (Point p = function.entry; p < function.entry + function.instruction_count; ++p)
        known->second = known->second || program_.code[p].opcode == Opcode::Return;
    }
    return known->second;
  }
  // What a library keeps in variables of its own is not.
  bool is_of_interest(const LibraryEffect& effect) const {
    const AbstractObject& object = points_to_.objects()[effect.target.object];
    switch (object.kind) {
      case ObjectKind::Function: return effect.starts_thread;
      case ObjectKind::Global:
        return !program_.globals[object.index].is_constant &&
               program_.globals[object.index].origin == FunctionOrigin::User;
      case ObjectKind::ThreadLocal: return false;
      case ObjectKind::Local:
        return program_.functions[program_.function_at(object.index)].origin ==
               FunctionOrigin::User;
      case ObjectKind::Heap:
      case ObjectKind::Anything: return true;
    }
    return false;
  }
  // Of those that count in any case there must be an end, too: recursion goes on to ever larger offsets.
  void insert(LibraryEffect effect) {
    auto& effects = effects_[instance_];
    if (effects.size() >= kMostEffects) {
      if (effect.sync == SyncKind::None && !effect.starts_thread) return;
      effect.target.offset = effect.target.stride = effect.target.count = 0;
    }
    effects.insert(effect);
  }

  const Program& program_;
  const PointsTo& points_to_;
  std::vector<std::set<LibraryEffect>> effects_;
  std::unordered_map<FunctionIndex, bool> may_return_;
  InstanceId instance_ = 0;
};

}  // namespace

ParameterOffsets::ParameterOffsets(const Program& program, const Function& function)
    : values_(function.slot_count) {
  std::vector<uint32_t> definitions(function.slot_count);
  const auto visit_code = [&](auto visit) {
    for (Point p = function.entry; p < function.entry + function.instruction_count; ++p)
      visit(program.code[p]);
  };
  visit_code([&](const Instruction& i) {
    visit_operands(program, i, [](Operand) {}, [&](uint32_t slot) { ++definitions[slot]; });
  });
  for (uint32_t k = 0; k < function.parameter_slots; ++k)
    if (definitions[k] == 0) values_[k] = {k, 0};
  visit_code([&](const Instruction& i) {
    if (i.opcode != Opcode::Move && i.opcode != Opcode::Offset) return;
    if (is_constant(i.b) || definitions[i.a] != 1) return;
    const Value source = values_[i.b];
    if (source.parameter == LibraryEffect::kNoParameter) return;
    values_[i.a] = {source.parameter, source.offset + (i.opcode == Opcode::Offset ? i.imm : 0)};
  });
}

LibraryEffects find_library_effects(const Program& program, const PointsTo& points_to) {
  return EffectFinder(program, points_to).run();
}

}  // namespace heddle
