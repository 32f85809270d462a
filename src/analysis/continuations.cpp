// SPDX-License-Identifier: Apache-2.0
#include "analysis/continuations.h"

#include <algorithm>
#include <map>

#include "analysis/called_functions.h"
#include "analysis/components.h"
#include "analysis/global_keys.h"
#include "analysis/points_to.h"
#include "program/address.h"
#include "program/control_flow.h"
#include "program/limits.h"
#include "program/operands.h"

namespace heddle {

namespace {

// Following the code from each Point anew takes quadratic time. What exceeds this many instructions in a
// function keeps a position that names the whole function: that is right as well, if less often of use.
constexpr uint64_t kMaxSteps = 200'000;

// What kind of thing a hash is about, so that two kinds never have the same.
enum Tag : uint64_t { kSlotTag = 1, kConstantTag, kSeenTag, kReturnedTag, kWholeTag, kNoPadTag };

bool is_call(Opcode opcode) {
  return shape_of(opcode) == Shape::Call || shape_of(opcode) == Shape::CallIndirect;
}

// Ends the program whatever it is told, and is told the number of a line.
bool takes_only_text(const Function& function) { return function.name == "__assert_fail"; }

class Continuations {
 public:
  explicit Continuations(Program& program)
      : program_(program),
        thread_locals_(hash_of_thread_locals(program)),
        functions_(program.functions.size()) {
    const ConstantAddresses addresses(program);
    for (const uint64_t value : program.constants) constants_.push_back(key_of(addresses, value));
    for (const Function& function : program.functions) names_.push_back(hash_text(function.name));
    for (const LandingPad& pad : program.landing_pads) {
      uint64_t hash = pad.catch_types.size();
      for (const uint64_t type : pad.catch_types) hash = mix(hash, key_of(addresses, type));
      pads_.push_back(hash);
    }
    for (size_t k = 0; k < program.functions.size(); ++k) {
      whole_program_ =
          mix(mix(whole_program_, program.functions[k].code_hash), program.functions[k].entry);
      if (program.functions[k].slot_count >= kMaxSlots / kMaxFrames) slots_count_ = true;
      find_callees(FunctionIndex(k));
    }
  }

  void run() {
    visit_components(
        functions_.size(), [](uint32_t node) { return node; },
        [&](uint32_t node) -> const std::vector<FunctionIndex>& {
          return functions_[node].callees;
        },
        [&](std::span<const uint32_t> component) { hash_component(component); });
    std::vector<uint32_t> old_slots = std::move(program_.live_slots);
    program_.live_slots.clear();
    for (FunctionIndex index = 0; index < functions_.size(); ++index)
      set_positions(index, old_slots);
  }

 private:
  struct FunctionHash {
    std::vector<FunctionIndex> callees;  // direct ones, expected ones, threads it starts
    Fingerprint hash;  // with all that it calls
    bool is_known = false;
  };

  uint64_t key_of(const ConstantAddresses& addresses, uint64_t value) const {
    const auto named = addresses.decode(value);
    if (!named) return mix(value, kConstantTag);
    if (named->kind == ObjectKind::Function)
      return mix(hash_text(program_.functions[named->index].name), kWholeTag + (value >> 47 << 8));
    // The bits above an address count, too.
    return mix(mix(program_.globals[named->index].key, uint64_t(named->offset)), value >> 47);
  }

  const LandingPad* pad_at(Point point) const {
    return is_call(program_.code[point].opcode) ? program_.landing_pad_at(point) : nullptr;
  }

  std::span<const FunctionIndex> expected_at(Point point) const {
    const auto call =
        std::lower_bound(program_.indirect_calls.begin(), program_.indirect_calls.end(), point,
                         [](const IndirectCall& a, Point p) { return a.point < p; });
    return call->functions;
  }

  void find_callees(FunctionIndex index) {
    const Function& function = program_.functions[index];
    std::vector<FunctionIndex>& callees = functions_[index].callees;
    for (Point point = function.entry; point < function.entry + function.instruction_count;
         ++point) {
      const Instruction& i = program_.code[point];
      if (i.opcode == Opcode::Call) callees.push_back(i.b);
      if (i.opcode == Opcode::CallIndirect || i.opcode == Opcode::ThreadCreate) {
        const auto expected = expected_at(point);
        callees.insert(callees.end(), expected.begin(), expected.end());
      }
    }
    std::sort(callees.begin(), callees.end());
    callees.erase(std::unique(callees.begin(), callees.end()), callees.end());
  }

  // Functions that call each other are known by their names while they are hashed, and then by all of them.
  void hash_component(std::span<const uint32_t> component) {
    std::vector<std::pair<uint64_t, FunctionIndex>> members;
    for (const uint32_t index : component) members.emplace_back(names_[index], index);
    std::sort(members.begin(), members.end());
    Hasher all({component.size(), kWholeTag});
    for (const auto& [name, index] : members) {
      all.add(name);
      all.add(hash_of_function(index));
    }
    const Fingerprint whole = all.finish();
    for (const auto& [name, index] : members) {
      Hasher hasher(whole);
      hasher.add(name);
      functions_[index] = {std::move(functions_[index].callees), hasher.finish(), true};
    }
  }

  Fingerprint hash_of_function(FunctionIndex index) {
    const Function& function = program_.functions[index];
    begin(function);
    for (uint32_t slot = 0; slot < function.parameter_slots; ++slot) name_of_slot(slot);
    Hasher hasher({function.parameter_slots, function.returns_twice});
    hasher.add(frame_size(function));
    uint64_t steps = 0;
    follow(function, function.entry, hasher, steps);
    return hasher.finish();
  }

  uint64_t frame_size(const Function& function) const {
    return slots_count_ ? function.slot_count : 0;
  }

  // --- one walk over the code that can be reached from a Point ---

  void begin(const Function& function) {
    ++walk_;
    seen_count_ = slot_count_ = 0;
    seen_.resize(std::max<size_t>(seen_.size(), function.instruction_count));
    slots_.resize(std::max<size_t>(slots_.size(), function.slot_count));
  }

  struct Numbered {
    uint32_t walk = 0;
    uint32_t number = 0;
  };

  uint64_t name_of_slot(uint32_t slot) {
    Numbered& name = slots_[slot];
    if (name.walk != walk_) name = {walk_, slot_count_++};
    return uint64_t(name.number) << 8 | kSlotTag;
  }

  void add_callee(FunctionIndex callee, Hasher& hasher) const {
    if (functions_[callee].is_known)
      hasher.add(functions_[callee].hash);
    else
      hasher.add(names_[callee]);
  }

  // Depth first, the way that is named first; what was seen before is told by its number.
  void follow(const Function& function, Point start, Hasher& hasher, uint64_t& steps) {
    open_.clear();
    open_.push_back(start);
    while (!open_.empty()) {
      Point point = open_.back();
      open_.pop_back();
      for (;;) {
        Numbered& seen = seen_[point - function.entry];
        if (seen.walk == walk_) {
          hasher.add(uint64_t(seen.number) << 8 | kSeenTag);
          break;
        }
        seen = {walk_, seen_count_};
        ++steps;
        const Instruction& i = program_.code[point];
        if (i.opcode == Opcode::Jump) {
          point = i.a;
          continue;
        }
        ++seen_count_;
        add(point, hasher);
        if (ends_block(i.opcode)) {
          const size_t first = open_.size();
          visit_targets(program_, point, [&](Point target) { open_.push_back(target); });
          std::reverse(open_.begin() + ptrdiff_t(first), open_.end());
          break;
        }
        if (const LandingPad* pad = pad_at(point)) open_.push_back(pad->pad);
        ++point;
      }
    }
  }

  uint64_t list_size(const Instruction& i) const {
    switch (shape_of(i.opcode)) {
      case Shape::List:
      case Shape::Call:
      case Shape::CallIndirect:
      case Shape::Return: return program_.operands(i.c).size();
      default: return 0;
    }
  }

  void add(Point point, Hasher& hasher) {
    const Instruction& i = program_.code[point];
    hasher.add(list_size(i) << 32 | uint64_t(i.opcode) << 16 | uint64_t(i.width) << 8 | i.aux);
    const bool only_text = i.opcode == Opcode::Call && takes_only_text(program_.functions[i.b]);
    visit_operands(
        program_, i,
        [&](Operand operand) {
          if (!is_constant(operand))
            hasher.add(name_of_slot(operand));
          else if (!only_text)
            hasher.add(constants_[operand & ~kConstantBit]);
        },
        [&](uint32_t slot) { hasher.add(name_of_slot(slot)); });
    add_rest(point, i, hasher);
    add_landing_pad(point, hasher);
  }

  // What is no register and no target.
  void add_rest(Point point, const Instruction& i, Hasher& hasher) {
    switch (i.opcode) {
      case Opcode::Branch:
      case Opcode::BranchEq:
      case Opcode::BranchNe:
      case Opcode::BranchUlt:
      case Opcode::BranchUle:
      case Opcode::BranchSlt:
      case Opcode::BranchSle: return;
      case Opcode::Switch:
        hasher.add(program_.switches[i.c].cases.size());
        for (const auto& [value, target] : program_.switches[i.c].cases) hasher.add(value);
        return;
      // Places in the code as values mean the same in one version only.
      case Opcode::JumpIndirect:
        for (const Point target : program_.operands(i.c)) hasher.add(address::of_block(target));
        return;
      case Opcode::LongJump: return hasher.add(whole_program_);
      case Opcode::Call: return add_callee(i.b, hasher);
      case Opcode::CallIndirect: return add_expected(point, hasher);
      case Opcode::ThreadCreate: hasher.add(thread_locals_); return add_expected(point, hasher);
      case Opcode::Option: return hasher.add(program_.main_may_leave);
      case Opcode::Alloca: hasher.add(i.c); break;
      default: break;
    }
    const Shape shape = shape_of(i.opcode);
    if (shape != Shape::DUUI && shape != Shape::D2UUI) hasher.add(uint64_t(i.imm));
  }

  void add_expected(Point point, Hasher& hasher) {
    std::vector<std::pair<uint64_t, FunctionIndex>> expected;
    for (const FunctionIndex function : expected_at(point))
      expected.emplace_back(names_[function], function);
    std::sort(expected.begin(), expected.end());
    hasher.add(expected.size());
    for (const auto& [name, function] : expected) {
      hasher.add(name);
      add_callee(function, hasher);
    }
  }

  void add_landing_pad(Point point, Hasher& hasher) {
    if (!is_call(program_.code[point].opcode)) return;
    const LandingPad* pad = pad_at(point);
    if (!pad) return hasher.add(kNoPadTag);
    hasher.add(name_of_slot(pad->exception_slot));
    hasher.add(pads_[size_t(pad - program_.landing_pads.data())]);
  }

  // --- positions ---

  void set_positions(FunctionIndex index, const std::vector<uint32_t>& old_slots) {
    const Function& function = program_.functions[index];
    std::map<std::vector<uint32_t>, uint32_t> known;
    uint64_t steps = 0;
    // The last Points lead to little, so they come first.
    for (uint32_t k = function.instruction_count; k-- > 0;) {
      const Point point = function.entry + k;
      const auto [first, count] = program_.live_ranges[point];
      std::vector<uint32_t> live(old_slots.begin() + first, old_slots.begin() + first + count);
      const Opcode opcode = program_.code[point].opcode;
      const bool is_place = can_stand_at(opcode) || k == 0;
      if (is_place && !function.returns_twice && steps < kMaxSteps)
        program_.positions[point] = continuation(function, point, live, steps);
      else
        program_.positions[point] = whole_position(index, k);
      if (!is_place) continue;
      const auto [entry, is_new] = known.try_emplace(live, uint32_t(program_.live_slots.size()));
      if (is_new) program_.live_slots.insert(program_.live_slots.end(), live.begin(), live.end());
      program_.live_ranges[point] = {entry->second, uint32_t(live.size())};
    }
  }

  Fingerprint whole_position(FunctionIndex index, uint32_t offset) const {
    Hasher hasher(functions_[index].hash);
    hasher.add(uint64_t(offset) << 8 | kWholeTag);
    return hasher.finish();
  }

  Fingerprint continuation(const Function& function, Point point, std::vector<uint32_t>& live,
                           uint64_t& steps) {
    begin(function);
    const Instruction& i = program_.code[point];
    Hasher hasher({frame_size(function), kReturnedTag});
    if (is_call(i.opcode)) {
      // It is the return, or an exception, that this frame waits for.
      hasher.add(uint64_t(i.width) << 8 | kReturnedTag);
      for (uint32_t k = 0; k < i.width; ++k) hasher.add(name_of_slot(i.a + k));
      add_landing_pad(point, hasher);
      follow(function, point + 1, hasher, steps);
      if (const LandingPad* pad = pad_at(point)) follow(function, pad->pad, hasher, steps);
    } else {
      follow(function, point, hasher, steps);
    }
    std::sort(live.begin(), live.end(),
              [&](uint32_t a, uint32_t b) { return name_of_slot(a) < name_of_slot(b); });
    return hasher.finish();
  }

  Program& program_;
  uint64_t thread_locals_;
  uint64_t whole_program_ = 0;
  bool slots_count_ = false;  // how deep calls may nest depends on the size of frames
  std::vector<uint64_t> constants_;  // by their number
  std::vector<uint64_t> names_;  // by function
  std::vector<uint64_t> pads_;  // by landing pad
  std::vector<FunctionHash> functions_;
  uint32_t walk_ = 0;
  uint32_t seen_count_ = 0;
  uint32_t slot_count_ = 0;
  std::vector<Numbered> seen_;  // by Point, from the function's entry
  std::vector<Numbered> slots_;
  std::vector<Point> open_;
};

}  // namespace

void set_continuations(Program& program) {
  set_global_keys(program);
  find_called_functions(program);
  Continuations(program).run();
}

}  // namespace heddle
