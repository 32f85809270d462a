// SPDX-License-Identifier: Apache-2.0
#include "analysis/places.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <tuple>
#include <utility>

#include "analysis/global_keys.h"
#include "analysis/points_to.h"
#include "program/address.h"
#include "program/control_flow.h"
#include "program/limits.h"
#include "program/operands.h"

namespace heddle {

namespace {

// Beyond this many comparisons a function that has changed is taken for another one.
constexpr uint64_t kMaxComparisons = 4'000'000;
constexpr uint32_t kNone = ~0u;

// What kind of thing a hash is about, so that two kinds never have the same.
enum Tag : uint64_t { kSlotTag = 1, kConstantTag, kFunctionTag, kPadTag, kNoPadTag };

// Control may leave for another function, or does not go on to the next instruction.
bool ends_run(Opcode opcode) {
  return is_call(opcode) || ends_block(opcode) || opcode == Opcode::LongJump;
}

// Ends the program whatever it is told, and is told the number of a line. A program may have one of its own.
bool takes_only_text(const Function& function) {
  return function.name == "__assert_fail" && function.origin == FunctionOrigin::Library;
}

// PlannedFunction::details, read instruction by instruction.
struct Details {
  std::span<const uint32_t> reads;  // registers
  std::span<const uint32_t> writes;
  std::span<const uint32_t> targets;  // from the function's first instruction
  std::span<const uint32_t> live;  // where a thread can stand, in the order of the fingerprint
  bool falls_through = false;
  bool ends_run = false;
  bool is_place = false;
};

std::vector<Details> details_of(const PlannedFunction& function) {
  std::vector<Details> all(function.texts.size());
  size_t at = 0;
  const auto take = [&] {
    const std::span<const uint32_t> list(function.details.data() + at + 1, function.details[at]);
    at += 1 + list.size();
    return list;
  };
  for (Details& one : all) {
    one.reads = take();
    one.writes = take();
    one.targets = take();
    one.live = take();
    one.falls_through = function.details[at] & 1;
    one.ends_run = function.details[at] & 2;
    one.is_place = function.details[at++] & 4;
  }
  return all;
}

class Describer {
 public:
  explicit Describer(const Program& program)
      : program_(program), thread_locals_(hash_of_thread_locals(program)) {
    const ConstantAddresses addresses(program);
    for (const uint64_t value : program.constants) constants_.push_back(key_of(addresses, value));
    for (const Function& function : program.functions) names_.push_back(hash_text(function.name));
    for (const LandingPad& pad : program.landing_pads) {
      uint64_t hash = pad.catch_types.size();
      for (const uint64_t type : pad.catch_types) hash = mix(hash, key_of(addresses, type));
      pads_.push_back(hash);
    }
    for (const Function& function : program.functions) {
      this_version_ = mix(mix(this_version_, function.code_hash), function.entry);
      if (function.slot_count >= kMaxSlots / kMaxFrames) frames_count_ = true;
    }
    for (const uint64_t pad : pads_) this_version_ = mix(this_version_, pad);
    this_version_ = mix(this_version_, thread_locals_);
  }

  PlannedFunction describe(FunctionIndex index) {
    const Function& function = program_.functions[index];
    PlannedFunction planned{
        .name = names_[index], .entry = function.entry, .parameters = function.parameter_slots};
    planned.head = mix(function.parameter_slots, function.returns_twice);
    // How deep calls may nest depends on the size of frames.
    if (frames_count_) planned.head = mix(planned.head, this_version_);
    for (uint32_t k = 0; k < function.instruction_count; ++k)
      add(function, function.entry + k, planned);
    planned.whole = planned.head;
    for (const uint64_t text : planned.texts) planned.whole = mix(planned.whole, text);
    for (const uint32_t detail : planned.details) planned.whole = mix(planned.whole, detail);
    return planned;
  }

 private:
  uint64_t key_of(const ConstantAddresses& addresses, uint64_t value) const {
    const auto named = addresses.decode(value);
    if (!named) return mix(value, kConstantTag);
    if (named->kind == ObjectKind::Function)
      return mix(hash_text(program_.functions[named->index].name), mix(value, kFunctionTag));
    return mix(mix(program_.globals[named->index].key, uint64_t(named->offset)), value);
  }

  void add(const Function& function, Point point, PlannedFunction& planned) {
    const Instruction& i = program_.code[point];
    const bool only_text = i.opcode == Opcode::Call && takes_only_text(program_.functions[i.b]);
    uint64_t text = mix(uint64_t(i.opcode) << 16 | uint64_t(i.width) << 8 | i.aux, list_size(i));
    std::vector<uint32_t> reads, writes, targets;
    visit_operands(
        program_, i,
        [&](Operand operand) {
          if (is_constant(operand)) {
            text = mix(text, only_text ? kConstantTag : constants_[operand & ~kConstantBit]);
          } else {
            text = mix(text, kSlotTag);
            reads.push_back(operand);
          }
        },
        [&](uint32_t slot) { writes.push_back(slot); });
    text = add_rest(i, text);
    if (is_call(i.opcode)) {
      const LandingPad* pad = program_.landing_pad_at(point);
      if (pad) writes.push_back(pad->exception_slot);
      const size_t number = pad ? size_t(pad - program_.landing_pads.data()) : 0;
      text = mix(text, pad ? mix(pads_[number], kPadTag) : kNoPadTag);
    }
    visit_targets(program_, point,
                  [&](Point target) { targets.push_back(target - function.entry); });
    planned.texts.push_back(text);
    planned.positions.push_back(program_.positions[point]);
    const bool is_place = can_stand_at(i.opcode) || point == function.entry;
    const auto append = [&](std::span<const uint32_t> list) {
      planned.details.push_back(uint32_t(list.size()));
      planned.details.insert(planned.details.end(), list.begin(), list.end());
    };
    append(reads);
    append(writes);
    append(targets);
    append(is_place ? program_.live_at(point) : std::span<const uint32_t>());
    planned.details.push_back(uint32_t(!ends_block(i.opcode)) | uint32_t(ends_run(i.opcode)) << 1 |
                              uint32_t(is_place) << 2);
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

  // What is no register and no target.
  uint64_t add_rest(const Instruction& i, uint64_t text) const {
    const bool is_switch = i.opcode == Opcode::Switch;
    if (i.opcode == Opcode::Jump || (is_conditional(i.opcode) && !is_switch)) return text;
    switch (i.opcode) {
      case Opcode::Switch:
        text = mix(text, program_.switches[i.c].cases.size());
        for (const auto& [value, target] : program_.switches[i.c].cases) text = mix(text, value);
        return text;
      // Places in the code as values mean the same in one version only.
      case Opcode::JumpIndirect:
      case Opcode::SetJump:
      case Opcode::LongJump: return mix(text, this_version_);
      case Opcode::Call: return mix(text, names_[i.b]);
      case Opcode::ThreadCreate: text = mix(text, thread_locals_); break;
      case Opcode::Option: return mix(mix(text, uint64_t(i.imm)), program_.main_may_leave);
      case Opcode::Alloca: text = mix(text, i.c); break;
      default: break;
    }
    const Shape shape = shape_of(i.opcode);
    if (shape != Shape::DUUI && shape != Shape::D2UUI) text = mix(text, uint64_t(i.imm));
    return text;
  }

  const Program& program_;
  uint64_t thread_locals_;
  uint64_t this_version_ = 0;
  bool frames_count_ = false;
  std::vector<uint64_t> constants_;  // by their number
  std::vector<uint64_t> names_;  // by function
  std::vector<uint64_t> pads_;  // by landing pad
};

// Two versions of a function side by side.
class Comparison {
 public:
  Comparison(const PlannedFunction& then, const PlannedFunction& now)
      : then_(then), now_(now), then_details_(details_of(then)), now_details_(details_of(now)) {
    at_.assign(then.texts.size(), kNone);
    if (then.head != now.head) return;
    align();
    match_registers();
    count_ways();
    drop_changed();
    if (can_tell_apart_as_before()) return;
    is_strict_ = true;
    drop_changed();
  }

  // By instruction then: the one now, or kNone if it has changed.
  const std::vector<uint32_t>& now() const { return unchanged_; }
  // Whether what follows it now is what followed then, or that is gone.
  bool goes_on(uint32_t k) const { return goes_on_[k]; }
  // What led to it leads elsewhere now.
  bool is_left(uint32_t k) const { return is_left_[k]; }
  // The live registers there now, in the order of those then.
  std::vector<uint32_t> live_at(uint32_t k) const {
    return in_order_of_then(then_details_[k].live);
  }

 private:
  // The longest common subsequence of the texts.
  void align() {
    const size_t n = then_.texts.size(), m = now_.texts.size();
    size_t first = 0, last = 0;
    while (first < std::min(n, m) && then_.texts[first] == now_.texts[first]) {
      at_[first] = uint32_t(first);
      ++first;
    }
    while (last < std::min(n, m) - first && then_.texts[n - 1 - last] == now_.texts[m - 1 - last]) {
      at_[n - 1 - last] = uint32_t(m - 1 - last);
      ++last;
    }
    const size_t rows = n - first - last, columns = m - first - last;
    if (rows == 0 || columns == 0 || uint64_t(rows) * columns > kMaxComparisons) return;
    std::vector<uint32_t> longest((rows + 1) * (columns + 1));
    const auto of = [&](size_t row, size_t column) -> uint32_t& {
      return longest[row * (columns + 1) + column];
    };
    for (size_t row = rows; row-- > 0;)
      for (size_t column = columns; column-- > 0;)
        of(row, column) = then_.texts[first + row] == now_.texts[first + column]
                              ? of(row + 1, column + 1) + 1
                              : std::max(of(row + 1, column), of(row, column + 1));
    for (size_t row = 0, column = 0; row < rows && column < columns;) {
      if (then_.texts[first + row] == now_.texts[first + column])
        at_[first + row++] = uint32_t(first + column++);
      else
        of(row + 1, column) >= of(row, column + 1) ? ++row : ++column;
    }
  }

  // Which register is which: any choice will do that gives no register to two. The best is the one by which most instructions
  // are unchanged: first those that all instructions agree about, then by how many do, with those that write them before
  // those that read. Parameters are where the call puts them.
  void match_registers() {
    constexpr uint64_t kRead = 1, kWrite = uint64_t(1) << 32;
    std::map<uint32_t, uint64_t> then_uses, now_uses;
    std::map<std::pair<uint32_t, uint32_t>, uint64_t> agree;
    const auto count = [&](const std::vector<Details>& all, std::map<uint32_t, uint64_t>& uses) {
      for (const Details& details : all) {
        for (const uint32_t slot : details.reads) uses[slot] += kRead;
        for (const uint32_t slot : details.writes) uses[slot] += kWrite;
      }
    };
    const auto compare = [&](std::span<const uint32_t> then, std::span<const uint32_t> now,
                             uint64_t use) {
      for (size_t k = 0; k < then.size() && then.size() == now.size(); ++k)
        agree[{then[k], now[k]}] += use;
    };
    count(then_details_, then_uses);
    count(now_details_, now_uses);
    for (size_t k = 0; k < at_.size(); ++k) {
      if (at_[k] == kNone) continue;
      compare(then_details_[k].reads, now_details_[at_[k]].reads, kRead);
      compare(then_details_[k].writes, now_details_[at_[k]].writes, kWrite);
    }
    std::vector<std::tuple<bool, uint64_t, uint32_t, uint32_t>> pairs;
    for (const auto& [pair, uses] : agree) {
      const bool all = uses == then_uses[pair.first] && uses == now_uses[pair.second];
      pairs.emplace_back(!all, ~uses, pair.first, pair.second);
    }
    std::ranges::sort(pairs);
    std::set<uint32_t> taken;
    const auto match = [&](uint32_t then, uint32_t now) {
      if (!registers_.contains(then) && taken.insert(now).second) registers_[then] = now;
    };
    for (uint32_t slot = 0; slot < then_.parameters; ++slot) match(slot, slot);
    for (const auto& [differ, uses, then, now] : pairs) match(then, now);
  }

  bool same_registers(std::span<const uint32_t> then, std::span<const uint32_t> now) const {
    return std::equal(then.begin(), then.end(), now.begin(), now.end(),
                      [&](uint32_t a, uint32_t b) {
                        const auto found = registers_.find(a);
                        return found != registers_.end() && found->second == b;
                      });
  }

  // All that matters now mattered then. What does not matter any more is told apart as before.
  bool same_live(std::span<const uint32_t> then, std::span<const uint32_t> now) const {
    if (!std::ranges::all_of(then, [&](uint32_t slot) { return registers_.contains(slot); }))
      return false;
    const std::vector<uint32_t> told_apart = in_order_of_then(then);
    if (is_strict_ && told_apart.size() != now.size()) return false;
    return std::ranges::all_of(now, [&](uint32_t slot) { return contains(told_apart, slot); });
  }

  std::vector<uint32_t> in_order_of_then(std::span<const uint32_t> slots) const {
    std::vector<uint32_t> now;
    for (const uint32_t slot : slots) now.push_back(registers_.at(slot));
    return now;
  }

  static bool contains(std::span<const uint32_t> slots, uint32_t slot) {
    return std::ranges::find(slots, slot) != slots.end();
  }

  // A register that does not matter, but is told apart, must have the value that it had then: it has to be told apart, and to be
  // restored when the search goes back, at all places from where it is written. Not at changed ones: there it would only make more states.
  bool can_tell_apart_as_before() const {
    std::map<uint32_t, std::vector<bool>>
        needed;  // by register: at which instructions it is told apart
    std::vector<std::vector<uint32_t>> told_apart(now_.texts.size());
    for (uint32_t k = 0; k < unchanged_.size(); ++k) {
      if (unchanged_[k] == kNone) continue;
      told_apart[unchanged_[k]] = live_at(k);
      for (const uint32_t slot : live_at(k))
        if (!contains(now_details_[unchanged_[k]].live, slot))
          needed.try_emplace(slot, now_.texts.size()).first->second[unchanged_[k]] = true;
    }
    for (auto& [slot, at] : needed) {
      need_from_where_it_is_written(slot, at);
      if (at[0] && slot >= now_.parameters) return false;
      for (uint32_t k = 0; k < at.size(); ++k)
        if (at[k] && now_details_[k].is_place && !contains(now_details_[k].live, slot) &&
            !contains(told_apart[k], slot))
          return false;
    }
    return true;
  }

  void need_from_where_it_is_written(uint32_t slot, std::vector<bool>& at) const {
    for (bool again = true; std::exchange(again, false);)
      for (uint32_t k = uint32_t(at.size()); k-- > 0;) {
        if (at[k]) continue;
        const Details& details = now_details_[k];
        // A call writes its result if it returns, and the exception, which comes last, if it does not.
        const bool has_pad = details.falls_through && details.ends_run && !details.targets.empty();
        const auto results = details.writes.first(details.writes.size() - (has_pad ? 1 : 0));
        bool is_needed =
            details.falls_through && k + 1 < at.size() && at[k + 1] && !contains(results, slot);
        const auto written = has_pad ? details.writes.last(1) : details.writes;
        for (const uint32_t target : details.targets)
          is_needed = is_needed || (at[target] && !contains(written, slot));
        again = again || is_needed;
        at[k] = is_needed;
      }
  }

  // What it led to then may be gone or have changed: who comes there is told by that. But if it is there, it must be where the
  // instruction leads to now.
  bool leads_to(uint32_t then, uint32_t now) const {
    return at_[then] == now || at_[then] == kNone;
  }

  // Where it leads elsewhere, what it led to then counts as changed for all who come there, if nothing else led there, too.
  bool same_targets(std::span<const uint32_t> then, std::span<const uint32_t> now) {
    if (then.size() != now.size()) return false;
    for (size_t k = 0; k < then.size(); ++k) {
      if (leads_to(then[k], now[k])) continue;
      if (ways_to_[then[k]] > 1) return false;
      is_left_[then[k]] = true;
    }
    return true;
  }

  // A function's beginning is led to by its calls.
  void count_ways() {
    if (at_.empty()) return;
    ++ways_to_[0];
    is_left_[0] = !leads_to(0, 0);
    for (size_t k = 0; k < then_details_.size(); ++k) {
      for (const uint32_t target : then_details_[k].targets) ++ways_to_[target];
      if (then_details_[k].falls_through && k + 1 < ways_to_.size()) ++ways_to_[k + 1];
    }
  }

  void drop_changed() {
    std::ranges::fill(unchanged_, kNone);
    for (uint32_t k = 0; k < at_.size(); ++k) {
      if (at_[k] == kNone) continue;
      const Details& then = then_details_[k];
      const Details& now = now_details_[at_[k]];
      goes_on_[k] = !then.falls_through || (k + 1 < at_.size() && leads_to(k + 1, at_[k] + 1));
      if (same_registers(then.reads, now.reads) && same_registers(then.writes, now.writes) &&
          same_targets(then.targets, now.targets) && same_live(then.live, now.live))
        unchanged_[k] = at_[k];
    }
  }

  const PlannedFunction& then_;
  const PlannedFunction& now_;
  std::vector<Details> then_details_;
  std::vector<Details> now_details_;
  std::vector<uint32_t> at_;  // by instruction then: the one with the same text now
  std::map<uint32_t, uint32_t> registers_;
  bool is_strict_ = false;  // just the registers that matter are told apart
  std::vector<uint32_t> unchanged_ = std::vector<uint32_t>(then_.texts.size(), kNone);
  std::vector<bool> goes_on_ = std::vector<bool>(then_.texts.size());
  std::vector<uint32_t> ways_to_ = std::vector<uint32_t>(then_.texts.size());
  std::vector<bool> is_left_ = std::vector<bool>(then_.texts.size());
};

// New names for all places: no other version has them, unless it is the same in everything, and so are those before it. (One that takes
// back what the last one changed has places of the first with their old names.)
void name_places(Program& program, const std::vector<PlannedFunction>& functions,
                 const PlacePlan& before) {
  uint64_t version = functions.size();
  for (const PlannedFunction& function : functions)
    version = mix(mix(version, function.name), function.whole);
  for (const PlannedFunction& function : before.functions)
    for (const Fingerprint& position : function.positions) version = mix(version, position.low);
  for (Point point = 0; point < program.positions.size(); ++point) {
    Hasher hasher({version, point});
    hasher.add(version);
    program.positions[point] = hasher.finish();
  }
}

// Where an unchanged instruction goes on to something new, what it went on to then has changed for all who come from it; and after
// a call for all who come there.
void note_changed(const PlannedFunction& then, const Comparison& comparison, PlaceMap& map) {
  const std::vector<Details> details = details_of(then);
  for (auto k = uint32_t(details.size()); k-- > 0;) {
    const Point point = then.entry + k;
    const bool is_same = map.now[point] != kNoPoint;
    if (is_same && details[k].ends_run && !comparison.goes_on(k) && k + 1 < details.size())
      map.changed[point + 1] = point + 1;
    if (!is_same || comparison.is_left(k))
      map.changed[point] = point;
    else if (details[k].ends_run)
      map.changed[point] = kNoPoint;
    else
      map.changed[point] = comparison.goes_on(k) ? map.changed[point + 1] : point + 1;
  }
}

std::vector<PlannedFunction> describe_all(const Program& program) {
  Describer describer(program);
  std::vector<PlannedFunction> all;
  for (FunctionIndex index = 0; index < program.functions.size(); ++index)
    all.push_back(describer.describe(index));
  return all;
}

}  // namespace

void set_places(Program& program) {
  set_global_keys(program);
  name_places(program, describe_all(program), {});
}

PlacePlan plan_of_places(const Program& program) { return {describe_all(program)}; }

PlaceMap set_places(Program& program, const PlacePlan& plan) {
  set_global_keys(program);
  const std::vector<PlannedFunction> functions = describe_all(program);
  name_places(program, functions, plan);
  std::map<uint64_t, FunctionIndex> by_name;
  for (FunctionIndex index = 0; index < functions.size(); ++index)
    by_name[functions[index].name] = index;
  PlaceMap map;
  for (const PlannedFunction& then : plan.functions) {
    const size_t end = then.entry + then.texts.size();
    if (map.now.size() < end) map.now.resize(end, kNoPoint);
    if (map.changed.size() < end) map.changed.resize(end);
    const auto found = by_name.find(then.name);
    if (found == by_name.end()) continue;
    const Point entry = program.functions[found->second].entry;
    const Comparison comparison(then, functions[found->second]);
    for (uint32_t k = 0; k < then.texts.size(); ++k) {
      if (comparison.now()[k] == kNone) continue;
      const Point now = map.now[then.entry + k] = entry + comparison.now()[k];
      program.positions[now] = then.positions[k];
      const std::vector<uint32_t> live = comparison.live_at(k);
      if (live.empty()) continue;
      program.live_ranges[now] = {uint32_t(program.live_slots.size()), uint32_t(live.size())};
      program.live_slots.insert(program.live_slots.end(), live.begin(), live.end());
    }
    note_changed(then, comparison, map);
  }
  return map;
}

}  // namespace heddle
