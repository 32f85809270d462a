// SPDX-License-Identifier: Apache-2.0
#include "analysis/escape_summaries.h"

#include <array>
#include <bit>
#include <deque>
#include <map>
#include <set>
#include <utility>

#include "program/operands.h"
#include "support/patience.h"

namespace heddle {

namespace {

struct KindsOfObjects {
  BitSet known_to_all;
  BitSet may_be_private;
};

KindsOfObjects kinds_of_objects(const PointsTo& points_to) {
  const size_t count = points_to.objects().size();
  KindsOfObjects kinds{BitSet(count), BitSet(count)};
  for (ObjectId object = 0; object < count; ++object) {
    if (is_known_to_all(points_to, object)) kinds.known_to_all.add(object);
    if (!is_static(points_to.objects()[object].kind)) kinds.may_be_private.add(object);
  }
  return kinds;
}

// One function, without regard to the order of its instructions: registers have one value as a rule.
class FunctionEscapes {
  using Part = ObjectReach::Part;

 public:
  FunctionEscapes(const Program& program, const PointsTo& points_to, const ObjectReach& reach,
                  const KindsOfObjects& kinds, const std::vector<EscapeSummary>& summaries,
                  InstanceId instance)
      : program_(program),
        points_to_(points_to),
        reach_(reach),
        kinds_(kinds),
        summaries_(summaries),
        instance_(instance),
        function_(points_to.function_of(program, instance)),
        values_(function_.slot_count),
        leaked_(reach.object_count()) {
    summary_.stored_in.resize(2 * function_.parameter_slots);
    for (uint32_t k = 0; k < function_.parameter_slots; ++k) {
      values_[k].itself = k < kMostParameters ? parameter(k) : kEscaped;
      values_[k].inside = k < kMostParameters ? inside_parameter(k) : kEscaped;
    }
  }

  EscapeSummary run() {
    do {
      changed_ = false;
      const Point end = function_.entry + function_.instruction_count;
      for (Point point = function_.entry; point < end; ++point) read(point);
    } while (changed_);
    return std::move(summary_);
  }

 private:
  struct Value {
    Sources itself = 0;
    Sources inside = 0;
  };

  template <typename T>
  void grow(T& set, T more) {
    if ((set | more) == set) return;
    set = T(set | more);
    changed_ = true;
  }
  const std::vector<Target>& targets(Operand operand) const {
    return points_to_.targets(instance_, operand);
  }
  const BitSet& objects(Operand operand) const {
    return reach_.objects(points_to_.set_of(instance_, operand));
  }
  const BitSet& reached_from(Operand operand, Part part) const {
    return reach_.from(points_to_.set_of(instance_, operand), part);
  }
  // Besides what is known to be found.
  Sources stored_in(const BitSet& objects, Sources known) const {
    Sources found = known;
    for (Sources rest = ever_stored_ & ~known; rest; rest &= rest - 1)
      if (stored_[size_t(std::countr_zero(rest))].meets(objects)) found |= rest & -rest;
    return found;
  }
  bool is_leaked(Operand operand) const {
    if (function_.returns_twice) return !targets(operand).empty();
    return leaks_ && leaked_.meets(objects(operand));
  }

  Sources itself(Operand operand) const {
    if (is_constant(operand))
      return is_known_address(program_, points_to_, instance_, operand) ? kEscaped : 0;
    return values_[operand].itself | (is_leaked(operand) ? kEscaped : 0);
  }
  // What a load through it may find.
  Sources content(Operand operand) const {
    return stored_in(objects(operand), found_from_outside(operand));
  }
  Sources found_from_outside(Operand operand) const {
    Sources found = is_constant(operand) ? 0 : values_[operand].inside;
    const Sources own = itself(operand);
    if (own & kEscaped) found |= kEscaped;
    found |= inside_parameters(own);
    if (!(found & kEscaped) && kinds_.known_to_all.meets(objects(operand))) found |= kEscaped;
    return found;
  }
  // What can be found through it, however far away.
  Sources inside(Operand operand) const {
    const Sources found = found_from_outside(operand);
    if (!(ever_stored_ & ~found) || targets(operand).empty()) return found;
    return stored_in(reached_from(operand, Part::Whole), found);
  }

  void define(uint32_t slot, Sources itself, Sources inside) {
    grow(values_[slot].itself, itself);
    grow(values_[slot].inside, inside);
  }

  void leak_objects(Operand operand, Part part) {
    if (!reach_.may_be_private(points_to_.set_of(instance_, operand))) return;
    const BitSet& reached = reached_from(operand, part);
    if (leaked_.covers(reached)) return;
    leaked_.add(reached);
    leaks_ = true;
    changed_ = true;
  }
  void leak_inside(Operand operand) {
    grow(summary_.escapes, inside(operand));
    leak_objects(operand, Part::Inside);
  }
  void leak(Operand operand) {
    grow(summary_.escapes, itself(operand) | inside(operand));
    leak_objects(operand, Part::Whole);
  }

  void add_to_parameters(Sources of, Sources stored) {
    for (uint32_t k = 0; k < std::min(kMostParameters, function_.parameter_slots); ++k) {
      if (of & parameter(k)) grow(summary_.stored_in[2 * k], stored);
      if (of & inside_parameter(k)) grow(summary_.stored_in[2 * k + 1], stored);
    }
  }
  void add_stored(const BitSet& objects, Sources stored) {
    for (Sources rest = stored; rest; rest &= rest - 1) {
      BitSet& holders = stored_[size_t(std::countr_zero(rest))];
      if (!(ever_stored_ & rest & -rest)) holders = BitSet(reach_.object_count());
      ever_stored_ |= rest & -rest;
      if (holders.add_common(objects, kinds_.may_be_private)) changed_ = true;
    }
  }
  void store(Operand address, Operand value) {
    const Sources stored = itself(value) | (is_constant(value) ? 0 : values_[value].inside);
    if (stored == 0) return;
    const Sources where = itself(address);
    if (where & kEscaped) leak(value);
    add_to_parameters(where, stored | inside(value));
    add_stored(objects(address), stored);
  }
  void copy(Operand to, Operand from) {
    const Sources stored = inside(from);
    if (stored == 0 || copies_text(function_)) return;
    const Sources where = itself(to);
    if (where & kEscaped) leak_inside(from);
    add_to_parameters(where, stored);
    add_stored(objects(to), stored);
  }
  void load(const Instruction& i, uint32_t slot) { define(slot, content(i.b), 0); }

  void call(Point point) {
    const Instruction& i = program_.code[point];
    if (const LandingPad* pad = program_.landing_pad_at(point))
      define(pad->exception_slot, kEscaped, kEscaped);
    for (const InstanceId callee : points_to_.callees(instance_, point))
      call(i, summaries_[callee], program_.operands(i.c));
  }
  void call(const Instruction& i, const EscapeSummary& callee,
            std::span<const uint32_t> arguments) {
    const size_t known = std::min<size_t>(arguments.size(), kMostParameters);
    grow(summary_.starts_threads, callee.starts_threads);
    const auto leak_sources = [&](Sources sources) {
      for (uint32_t k = 0; k < known; ++k) {
        if (sources & parameter(k)) leak(arguments[k]);
        if (sources & inside_parameter(k)) leak_inside(arguments[k]);
      }
    };
    leak_sources(callee.escapes);
    for (uint32_t k = kMostParameters; k < arguments.size(); ++k) leak(arguments[k]);
    Sources fresh = kFresh;
    const auto place = [&](uint32_t k) {  // of stored_in, as the caller sees it
      const Operand argument = arguments[k / 2];
      return k % 2 == 0 ? itself(argument) : (itself(argument) & kEscaped) | inside(argument);
    };
    for (uint32_t k = 0; k < 2 * known; ++k) {
      if (callee.stored_in[k] == 0 || !(place(k) & kEscaped)) continue;
      leak_sources(callee.stored_in[k]);
      if (callee.stored_in[k] & kFresh) fresh |= kEscaped;
    }
    const auto translated = [&](Sources sources) {
      Sources here = (sources & kEscaped) | (sources & kFresh ? fresh : 0);
      for (uint32_t k = 0; k < known; ++k) {
        if (sources & parameter(k)) here |= itself(arguments[k]);
        if (sources & inside_parameter(k)) here |= inside(arguments[k]);
      }
      return here;
    };
    for (uint32_t k = 0; k < 2 * known; ++k) {
      const Sources stored = translated(callee.stored_in[k]);
      if (stored == 0) continue;
      add_to_parameters(place(k), stored);
      if (k % 2)
        add_stored_behind(arguments[k / 2], stored);
      else
        add_stored(objects(arguments[k / 2]), stored);
    }
    for (uint32_t k = 0; k < i.width && k < callee.returned.size(); ++k)
      define(i.a + k, translated(callee.returned[k]), translated(callee.inside_returned));
  }
  // Somewhere in the memory that the argument leads to.
  void add_stored_behind(Operand argument, Sources stored) {
    Sources& known = stored_behind_[argument];
    if (targets(argument).empty() || (known | stored) == known) return;
    known |= stored;
    add_stored(reached_from(argument, Part::Whole), stored);
  }

  void return_values(const Instruction& i) {
    const auto results = program_.operands(i.c);
    if (summary_.returned.size() < results.size()) summary_.returned.resize(results.size());
    for (size_t k = 0; k < results.size(); ++k) {
      grow(summary_.returned[k], itself(results[k]));
      grow(summary_.inside_returned, inside(results[k]));
    }
  }

  void compute(const Instruction& i) {
    Sources itself_read = 0, inside_read = 0;
    visit_operands(
        program_, i,
        [&](Operand read) {
          itself_read |= itself(read);
          if (!is_constant(read)) inside_read |= values_[read].inside;
        },
        [](uint32_t) {});
    visit_operands(
        program_, i, [](Operand) {},
        [&](uint32_t written) { define(written, itself_read, inside_read); });
  }

  void read(Point point) {
    const Instruction& i = program_.code[point];
    switch (i.opcode) {
      case Opcode::Alloca:
      case Opcode::Allocate: return define(i.a, kFresh, 0);
      case Opcode::ThreadLocal: return define(i.a, kEscaped, kEscaped);
      case Opcode::Load1:
      case Opcode::Load2:
      case Opcode::Load4:
      case Opcode::Load8:
      case Opcode::LoadOdd: return load(i, i.a);
      case Opcode::LoadWide: return load(i, i.a), load(i, i.a + 1);
      case Opcode::Store1:
      case Opcode::Store2:
      case Opcode::Store4:
      case Opcode::Store8:
      case Opcode::StoreOdd: return store(i.b, i.a);
      case Opcode::StoreWide: return store(i.b, i.a), store(i.b, i.a + 1);
      case Opcode::AtomicUpdate: return load(i, i.a), store(i.b, i.c);
      case Opcode::CompareExchange: return load(i, i.a), store(i.b, Operand(i.imm));
      case Opcode::CopyMemory: return copy(i.a, i.b);
      case Opcode::Expose: return leak(i.b), compute(i);
      case Opcode::Unwind:
      case Opcode::HandOver: return leak(i.a);
      case Opcode::ThreadCreate:
        grow(summary_.starts_threads, true);
        for (const Operand operand : program_.operands(i.c).subspan(1)) leak(operand);
        return;
      case Opcode::Host:
        for (const Operand operand : program_.operands(i.c)) leak(operand);
        return;
      case Opcode::SetJump: return leak(i.b);
      case Opcode::LongJump: return leak(i.a), leak(i.b);
      case Opcode::Call:
      case Opcode::CallIndirect: return call(point);
      case Opcode::Return: return return_values(i);
      // What is left moves values about, or computes with them.
      default: return compute(i);
    }
  }

  const Program& program_;
  const PointsTo& points_to_;
  const ObjectReach& reach_;
  const KindsOfObjects& kinds_;
  const std::vector<EscapeSummary>& summaries_;
  const InstanceId instance_;
  const Function& function_;
  std::vector<Value> values_;  // by slot
  std::array<BitSet, 8 * sizeof(Sources)>
      stored_;  // by source: the private objects that may hold it
  Sources ever_stored_ = 0;
  std::map<Operand, Sources> stored_behind_;  // by argument, what has been added to stored_ already
  BitSet leaked_;  // objects that become known to others in here
  bool leaks_ = false;  // there are any
  EscapeSummary summary_;
  bool changed_ = false;
};

}  // namespace

bool is_known_address(const Program& program, const PointsTo& points_to, InstanceId instance,
                      Operand operand) {
  for (const Target& target : points_to.targets(instance, operand)) {
    const AbstractObject& object = points_to.objects()[target.object];
    if (object.kind == ObjectKind::Global && !program.globals[object.index].is_constant)
      return true;
  }
  return false;
}

std::vector<EscapeSummary> summarise_escapes(const Program& program, const PointsTo& points_to,
                                             const ObjectReach& reach) {
  const size_t count = points_to.instances().size();
  std::vector<EscapeSummary> summaries(count);
  std::vector<std::set<InstanceId>> callers(count);
  for (InstanceId id = 0; id < count; ++id) {
    const Function& function = points_to.function_of(program, id);
    summaries[id].stored_in.resize(2 * function.parameter_slots);
    for (Point point = function.entry; point < function.entry + function.instruction_count; ++point)
      for (const InstanceId callee : points_to.callees(id, point)) callers[callee].insert(id);
  }
  const KindsOfObjects kinds = kinds_of_objects(points_to);
  // Callees were found after their callers, as a rule.
  std::deque<InstanceId> work;
  std::vector<bool> queued(count, true);
  for (InstanceId id = InstanceId(count); id-- > 0;) work.push_back(id);
  while (!work.empty()) {
    Patience::ask();
    const InstanceId id = work.front();
    work.pop_front();
    queued[id] = false;
    EscapeSummary summary = FunctionEscapes(program, points_to, reach, kinds, summaries, id).run();
    if (summary == summaries[id]) continue;
    summaries[id] = std::move(summary);
    for (const InstanceId caller : callers[id]) {
      if (queued[caller]) continue;
      queued[caller] = true;
      work.push_back(caller);
    }
  }
  return summaries;
}

}  // namespace heddle
