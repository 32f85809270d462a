// SPDX-License-Identifier: Apache-2.0
#include "analysis/escape_flow.h"

#include <algorithm>

#include "analysis/components.h"
#include "program/operands.h"
#include "support/patience.h"

namespace heddle {

namespace {

constexpr uint64_t kPointerSize = 8;

const auto every_argument = [](uint32_t) { return true; };

}  // namespace

EscapeFlow::EscapeFlow(const Program& program, const PointsTo& points_to)
    : program_(program),
      points_to_(points_to),
      reach_(points_to),
      summaries_(summarise_escapes(program, points_to, reach_)),
      instances_(points_to.instances().size()),
      holders_(points_to.objects().size(), BitSet(points_to.objects().size())) {
  for (ObjectId id = 0; id < points_to.objects().size(); ++id)
    for (const ObjectId content : points_to.contents(id)) holders_[content].add(id);
  ever_escaped_ = BitSet(reach_.object_count());
  first_ = {{}, BitSet(reach_.object_count()), false, true};
  for (ObjectId id = 0; id < points_to.objects().size(); ++id)
    if (is_known_to_all(points_to, id)) first_.tainted.add(id);
  find_recursion();
  enter(points_to.start(), every_argument, first_);
  first_.threads = true;
  while (!work_.empty()) {
    Patience::ask();
    const InstanceId next = work_.back();
    work_.pop_back();
    instances_[next].queued = false;
    update(next);
  }
}

void EscapeFlow::find_recursion() {
  std::vector<std::vector<InstanceId>> callees(instances_.size());
  for (InstanceId id = 0; id < instances_.size(); ++id) {
    const Function& function = points_to_.function_of(program_, id);
    for (Point point = function.entry; point < function.entry + function.instruction_count; ++point)
      for (const InstanceId callee : points_to_.callees(id, point)) {
        callees[id].push_back(callee);
        if (callee == id) instances_[id].is_recursive = true;
      }
  }
  visit_components(
      instances_.size(), [](InstanceId id) { return id; },
      [&](InstanceId id) -> const std::vector<InstanceId>& { return callees[id]; },
      [&](std::span<const InstanceId> component) {
        if (component.size() < 2) return;
        for (const InstanceId id : component) instances_[id].is_recursive = true;
      });
}

void EscapeFlow::enqueue(InstanceId id) {
  if (!std::exchange(instances_[id].queued, true)) work_.push_back(id);
}

bool EscapeFlow::merge(const EscapeState& from, EscapeState& into) const {
  if (into.reached && into.escaped.covers(from.escaped) && into.tainted.covers(from.tainted) &&
      into.threads >= from.threads)
    return false;
  into.escaped.add(from.escaped);
  into.tainted.add(from.tainted);
  into.threads |= from.threads;
  into.reached = true;
  return true;
}

void EscapeFlow::prepare(InstanceId id) {
  PerInstance& data = instances_[id];
  if (!data.blocks.empty()) return;
  const Function& function = points_to_.function_of(program_, id);
  data.blocks = blocks_of(program_, function);
  data.in.assign(data.blocks.size(),
                 {BitSet(function.slot_count), BitSet(reach_.object_count()), false, false});
}

void EscapeFlow::enter(InstanceId callee, const std::function<bool(uint32_t)>& is_escaped_argument,
                       const EscapeState& state) {
  prepare(callee);
  const Function& function = points_to_.function_of(program_, callee);
  EscapeState entry{BitSet(function.slot_count), state.tainted, state.threads, true};
  for (uint32_t k = 0; k < function.parameter_slots; ++k)
    if (is_escaped_argument(k)) entry.escaped.add(k);
  if (function.returns_twice) entry.escaped.add_range(0, function.slot_count);
  if (merge(entry, instances_[callee].in[0])) enqueue(callee);
}

void EscapeFlow::update(InstanceId id) {
  instance_ = id;
  PerInstance& data = instances_[id];
  const auto block_at = [&](Point point) {
    const auto found =
        std::lower_bound(data.blocks.begin(), data.blocks.end(), point,
                         [](const Block& block, Point first) { return block.first < first; });
    return size_t(found - data.blocks.begin());
  };
  bool changed = true;
  while (changed) {
    changed = false;
    for (size_t k = 0; k < data.blocks.size(); ++k) {
      if (!data.in[k].reached) continue;
      EscapeState state = data.in[k];
      walk(id, k, state, [](Point, const EscapeState&) {});
      const Point last = data.blocks[k].second - 1;
      const LandingPad* pad = program_.landing_pad_at(last);
      const auto flow = [&](Point target, const EscapeState& out) {
        const size_t to = block_at(target);
        // Only what lies behind needs another round.
        if (merge(out, data.in[to]) && to <= k) changed = true;
      };
      visit_targets(program_, last, [&](Point target) {
        if (!pad || target != pad->pad) return flow(target, state);
        EscapeState caught = state;
        caught.escaped.add(pad->exception_slot);
        flow(target, caught);
      });
      if (!ends_block(program_.code[last].opcode) && k + 1 < data.blocks.size())
        flow(data.blocks[k].second, state);
    }
  }
}

template <typename Before>
void EscapeFlow::walk(InstanceId id, size_t block, EscapeState& state, Before before) {
  const auto [first, end] = instances_[id].blocks[block];
  for (Point point = first; point < end; ++point) {
    before(point, state);
    pass(id, point, state);
  }
}

void EscapeFlow::visit(const See& see) {
  for (InstanceId id = 0; id < instances_.size(); ++id) {
    instance_ = id;
    for (size_t k = 0; k < instances_[id].blocks.size(); ++k) {
      if (!instances_[id].in[k].reached) continue;
      EscapeState state = instances_[id].in[k];
      walk(id, k, state, [&](Point point, const EscapeState& before) { see(id, point, before); });
    }
  }
}

const std::vector<Target>& EscapeFlow::targets(Operand operand) const {
  return points_to_.targets(instance_, operand);
}

bool EscapeFlow::is_escaped(InstanceId instance, Operand operand, const EscapeState& state) const {
  if (is_constant(operand)) return is_known_address(program_, points_to_, instance, operand);
  return state.escaped.contains(operand);
}
bool EscapeFlow::is_escaped(Operand operand, const EscapeState& state) const {
  return is_escaped(instance_, operand, state);
}

// Whether a load through it may find a pointer to an object that has escaped.
bool EscapeFlow::holds_escaped(Operand operand, const EscapeState& state) const {
  return is_escaped(operand, state) || state.tainted.meets(objects(operand));
}

bool EscapeFlow::leads_to_escaped(Operand operand, const EscapeState& state) const {
  return is_escaped(operand, state) ||
         (!targets(operand).empty() && state.tainted.meets(reached_from(operand, Part::Whole)));
}

void EscapeFlow::set(uint32_t slot, bool escaped, EscapeState& state) const {
  if (escaped || points_to_.function_of(program_, instance_).returns_twice)
    state.escaped.add(slot);
  else
    state.escaped.remove(slot);
}

const EscapeFlow::Effect& EscapeFlow::effect_of(Operand operand, Part part) {
  const TargetSetId set = points_to_.set_of(instance_, operand);
  const auto [entry, is_new] = effects_.try_emplace({instance_, set, part});
  Effect& effect = entry->second;
  if (!is_new) return effect;
  const BitSet& escaping = reach_.from(set, part);
  ever_escaped_.add(escaping);
  const uint32_t slots = points_to_.function_of(program_, instance_).slot_count;
  effect.escaped = BitSet(slots);
  for (uint32_t slot = 0; slot < slots; ++slot)
    if (escaping.meets(objects(slot))) effect.escaped.add(slot);
  effect.tainted = &holders_of(set, part);
  return effect;
}

// The objects that may point to what escapes.
const BitSet& EscapeFlow::holders_of(TargetSetId set, Part part) {
  const auto [entry, is_new] = holders_of_sets_.try_emplace({set, part});
  BitSet& holders = entry->second;
  if (!is_new) return holders;
  holders = BitSet(reach_.object_count());
  reach_.from(set, part).visit([&](size_t object) { holders.add(holders_[object]); });
  return holders;
}

void EscapeFlow::escape(Operand operand, Part part, EscapeState& state) {
  // What an object that has escaped leads to has escaped with it: nothing becomes known anew.
  const bool is_known =
      part == Part::Whole ? is_escaped(operand, state) : holds_escaped(operand, state);
  if (is_known || !reach_.may_be_private(points_to_.set_of(instance_, operand))) return;
  const Effect& effect = effect_of(operand, part);
  state.escaped.add(effect.escaped);
  state.tainted.add(*effect.tainted);
}

// The local variable of this very call that the register is the address of.
std::optional<ObjectId> EscapeFlow::own_variable(Operand operand) const {
  if (instances_[instance_].is_recursive) return std::nullopt;
  const auto& all = targets(operand);
  if (all.size() != 1 || all[0].offset != 0 || all[0].stride != 0) return std::nullopt;
  const AbstractObject& object = points_to_.objects()[all[0].object];
  const Function& function = points_to_.function_of(program_, instance_);
  const bool is_own = object.kind == ObjectKind::Local && object.index >= function.entry &&
                      object.index < function.entry + function.instruction_count &&
                      object.size != kUnknownSize;
  return is_own ? std::optional(all[0].object) : std::nullopt;
}

void EscapeFlow::load(const Instruction& i, uint32_t slot, EscapeState& state) {
  set(slot, holds_escaped(i.b, state), state);
}

void EscapeFlow::store(const Instruction& i, Operand value, EscapeState& state) {
  if (is_escaped(i.b, state)) return escape(value, Part::Whole, state);
  const bool taints = is_escaped(value, state);
  if (const auto variable = own_variable(i.b); variable && i.imm == 0 &&
                                               i.opcode == Opcode::Store8 &&
                                               points_to_.objects()[*variable].size == kPointerSize)
    state.tainted.remove(*variable);
  if (!taints) return;
  state.tainted.add(objects(i.b));
}

void EscapeFlow::copy(const Instruction& i, EscapeState& state) {
  if (copies_text(points_to_.function_of(program_, instance_))) return;
  if (is_escaped(i.a, state)) return escape(i.b, Part::Inside, state);
  if (!holds_escaped(i.b, state)) return;
  state.tainted.add(objects(i.a));
}

void EscapeFlow::escape_sources(Sources sources, std::span<const uint32_t> arguments,
                                EscapeState& state) {
  for (uint32_t k = 0; k < std::min<size_t>(arguments.size(), kMostParameters); ++k) {
    if (sources & parameter(k)) escape(arguments[k], Part::Whole, state);
    if (sources & inside_parameter(k)) escape(arguments[k], Part::Inside, state);
  }
}

std::vector<bool> EscapeFlow::apply(const EscapeSummary& callee, const Instruction& i,
                                    EscapeState& state) {
  const auto arguments = program_.operands(i.c);
  const size_t known = std::min<size_t>(arguments.size(), kMostParameters);
  state.threads |= callee.starts_threads;
  bool fresh_escapes = false;
  const auto may_be_escaped = [&](Sources sources) {
    if (sources & kEscaped || (sources & kFresh && fresh_escapes)) return true;
    for (uint32_t k = 0; k < known; ++k) {
      if (sources & parameter(k) && is_escaped(arguments[k], state)) return true;
      if (sources & inside_parameter(k) && leads_to_escaped(arguments[k], state)) return true;
    }
    return false;
  };
  const auto taint = [&](Operand operand) {
    if (!targets(operand).empty()) state.tainted.add(reached_from(operand, Part::Whole));
  };
  const auto taint_what_is_stored_to = [&] {
    for (uint32_t k = 0; k < 2 * known; ++k) {
      if (callee.stored_in[k] == 0 || !may_be_escaped(callee.stored_in[k])) continue;
      if (k % 2)
        taint(arguments[k / 2]);
      else
        state.tainted.add(objects(arguments[k / 2]));
    }
  };
  // Before, so that what is stored in private memory counts as known there; and after.
  taint_what_is_stored_to();
  escape_sources(callee.escapes, arguments, state);
  for (size_t k = kMostParameters; k < arguments.size(); ++k)
    escape(arguments[k], Part::Whole, state);
  for (uint32_t k = 0; k < 2 * known; ++k) {
    const Operand argument = arguments[k / 2];
    if (callee.stored_in[k] == 0) continue;
    if (!(k % 2 ? leads_to_escaped(argument, state) : is_escaped(argument, state))) continue;
    escape_sources(callee.stored_in[k], arguments, state);
    fresh_escapes |= (callee.stored_in[k] & kFresh) != 0;
  }
  taint_what_is_stored_to();
  std::vector<bool> results(i.width);
  for (uint32_t k = 0; k < i.width && k < callee.returned.size(); ++k) {
    results[k] = may_be_escaped(callee.returned[k]);
    if (may_be_escaped(callee.inside_returned)) taint(i.a + k);
  }
  return results;
}

void EscapeFlow::call(Point point, EscapeState& state) {
  const Instruction& i = program_.code[point];
  const auto arguments = program_.operands(i.c);
  const InstanceId caller = instance_;
  for (const InstanceId callee : points_to_.callees(caller, point))
    enter(callee, [&](uint32_t k) { return is_escaped(arguments[k], state); }, state);
  std::vector<bool> escaped(i.width);
  for (const InstanceId callee : points_to_.callees(caller, point)) {
    const std::vector<bool> results = apply(summaries_[callee], i, state);
    for (uint32_t k = 0; k < i.width; ++k) escaped[k] = escaped[k] || results[k];
  }
  for (uint32_t k = 0; k < i.width; ++k) set(i.a + k, escaped[k], state);
}

void EscapeFlow::pass(InstanceId id, Point point, EscapeState& state) {
  const Instruction& i = program_.code[point];
  const auto escape_all = [&](std::span<const uint32_t> operands) {
    for (const Operand operand : operands) escape(operand, Part::Whole, state);
  };
  switch (i.opcode) {
    case Opcode::Alloca:
      set(i.a, false, state);
      if (const auto variable = own_variable(i.a)) state.tainted.remove(*variable);
      return;
    case Opcode::LifetimeStart:
      if (const auto variable = own_variable(i.a); variable && !is_escaped(i.a, state))
        state.tainted.remove(*variable);
      return;
    case Opcode::Allocate: return set(i.a, false, state);
    case Opcode::ThreadLocal: return set(i.a, true, state);
    case Opcode::Load1:
    case Opcode::Load2:
    case Opcode::Load4:
    case Opcode::Load8:
    case Opcode::LoadOdd: return load(i, i.a, state);
    case Opcode::LoadWide: return load(i, i.a, state), load(i, i.a + 1, state);
    case Opcode::Store1:
    case Opcode::Store2:
    case Opcode::Store4:
    case Opcode::Store8:
    case Opcode::StoreOdd: return store(i, i.a, state);
    case Opcode::StoreWide: return store(i, i.a, state), store(i, i.a + 1, state);
    case Opcode::AtomicUpdate: return store(i, i.c, state), load(i, i.a, state);
    case Opcode::CompareExchange: return store(i, Operand(i.imm), state), load(i, i.a, state);
    case Opcode::CopyMemory: return copy(i, state);
    case Opcode::Unwind:
    case Opcode::HandOver: return escape(i.a, Part::Whole, state);
    case Opcode::SetJump: return escape(i.b, Part::Whole, state);
    case Opcode::LongJump: return escape(i.a, Part::Whole, state), escape(i.b, Part::Whole, state);
    case Opcode::Host: return escape_all(program_.operands(i.c));
    case Opcode::ThreadCreate:
      escape_all(program_.operands(i.c).subspan(1));
      state.threads = true;
      for (const InstanceId entry : points_to_.thread_entries(id, point))
        enter(entry, every_argument, first_);
      return;
    case Opcode::Call:
    case Opcode::CallIndirect: return call(point, state);
    case Opcode::Expose: escape(i.b, Part::Whole, state); break;
    default: break;
  }
  // What is left moves values about, or computes with them.
  bool escaped = false;
  visit_operands(
      program_, i, [&](Operand read) { escaped = escaped || is_escaped(read, state); },
      [](uint32_t) {});
  visit_operands(
      program_, i, [](Operand) {}, [&](uint32_t written) { set(written, escaped, state); });
}

}  // namespace heddle
