// SPDX-License-Identifier: Apache-2.0
#include "incremental/statement_text.h"

#include <fmt/format.h>

#include "analysis/accesses.h"
#include "program/control_flow.h"
#include "program/operands.h"
#include "support/hash.h"

namespace heddle {

namespace {

constexpr unsigned kMaxLiteralDepth = 4;

// The operand that an instruction uses as an address of its own access, not as a value to keep.
bool only_accesses(const Instruction& i, Operand operand) {
  switch (i.opcode) {
    case Opcode::Load1:
    case Opcode::Load2:
    case Opcode::Load4:
    case Opcode::Load8:
    case Opcode::LoadOdd:
    case Opcode::LoadWide:
    case Opcode::LifetimeStart:
    case Opcode::LifetimeEnd: return true;
    case Opcode::Store1:
    case Opcode::Store2:
    case Opcode::Store4:
    case Opcode::Store8:
    case Opcode::StoreOdd: return i.a != operand;
    case Opcode::StoreWide: return i.a != operand && i.a + 1 != operand;
    case Opcode::Offset:
    case Opcode::CopyMemory: return true;
    case Opcode::Index: return i.c != operand;
    case Opcode::SetMemory: return i.b != operand && i.c != operand;
    default: return false;
  }
}

bool names_targets(Opcode opcode) {
  switch (opcode) {
    case Opcode::BranchEq:
    case Opcode::BranchNe:
    case Opcode::BranchUlt:
    case Opcode::BranchUle:
    case Opcode::BranchSlt:
    case Opcode::BranchSle: return true;
    default: return false;
  }
}

}  // namespace

bool is_plain_synchronisation(Opcode opcode) {
  return opcode == Opcode::Fence || opcode == Opcode::AtomicBegin || opcode == Opcode::AtomicEnd;
}

const Global* ProgramTexts::variable(uint64_t value) const {
  const auto named = addresses_.decode(value);
  if (!named || named->kind != ObjectKind::Global) return nullptr;
  return &program_.globals[named->index];
}

std::string ProgramTexts::constant(uint64_t value, Names names) const {
  const auto named = addresses_.decode(value);
  if (!named) return fmt::format("{}", int64_t(value));
  const bool told = names == Names::Told;
  if (named->kind == ObjectKind::Function)
    return fmt::format("&{}", told ? program_.functions[named->index].name : "");
  const Global& global = program_.globals[named->index];
  if (global.shown_name.empty() && global.is_constant) {
    std::string within;
    const uint64_t hash = hash_of(global, 0, within);
    return fmt::format("literal {:x}+{}{}", hash, named->offset, told ? within : "");
  }
  return fmt::format("&{}+{}", told ? global.name : "", named->offset);
}

std::string ProgramTexts::contents(const Global& global) const {
  std::string names;
  const uint64_t hash = hash_of(global, 0, names);
  return fmt::format("{:x}{}", hash, names);
}

uint64_t ProgramTexts::hash_of(const Global& global, unsigned depth, std::string& names) const {
  uint64_t hash = mix(global.size, depth);
  for (const InitialWord& word : global.contents)
    hash = mix(hash ^ word.index, hash_of(word.value, depth + 1, names));
  return hash;
}

uint64_t ProgramTexts::hash_of(uint64_t value, unsigned depth, std::string& names) const {
  constexpr uint64_t kNamed = 1;
  const auto named = addresses_.decode(value);
  if (!named || depth > kMaxLiteralDepth) return value;
  if (named->kind == ObjectKind::Function) {
    names += " &" + program_.functions[named->index].name;
    return kNamed;
  }
  const Global& global = program_.globals[named->index];
  if (global.shown_name.empty() && global.is_constant)
    return mix(hash_of(global, depth, names), uint64_t(named->offset));
  names += fmt::format(" &{}+{}", global.name, named->offset);
  return kNamed;
}

uint64_t ProgramTexts::nameless(Point point) const {
  return hash_text(text(point, Names::LeftOut));
}

std::string ProgramTexts::text(Point point, Names names) const {
  const Instruction& i = program_.code[point];
  std::string text = fmt::format("{}.{}.{}", name_of(i.opcode), i.width, i.aux);
  visit_operands(
      program_, i,
      [&](Operand operand) {
        text += is_constant(operand)
                    ? " " + constant(program_.constants[operand & ~kConstantBit], names)
                    : " %";
      },
      [](uint32_t) {});
  if (names == Names::Told && i.opcode == Opcode::Call) text += " " + program_.functions[i.b].name;
  if (names == Names::Told && i.opcode == Opcode::ThreadLocal)
    text += " " + program_.thread_locals[size_t(i.imm)].name;
  if (i.opcode == Opcode::Switch)
    for (const auto& [value, target] : program_.switches[i.c].cases)
      text += fmt::format(" {}", value);
  const Shape shape = shape_of(i.opcode);
  const bool imm_is_operand = shape == Shape::DUUI || shape == Shape::D2UUI;
  if (!imm_is_operand && !names_targets(i.opcode) && i.opcode != Opcode::ThreadLocal && i.imm != 0)
    text += fmt::format(" +{}", i.imm);
  return text;
}

Definitions::Definitions(const Program& program, const Function& function)
    : program_(program), points_(function.slot_count), escapes_(function.slot_count) {
  for (Point p = function.entry; p < function.entry + function.instruction_count; ++p)
    visit_operands(
        program, program.code[p], [](Operand) {},
        [&](uint32_t slot) {
          if (slot < points_.size()) points_[slot].push_back(p);
        });
  find_escapes(function);
}

Point Definitions::variable(Operand operand) const {
  // A chain without joins has no circles.
  for (Point p = only(operand); p != kNoPoint; p = only(program_.code[p].b)) {
    const Opcode opcode = program_.code[p].opcode;
    if (opcode == Opcode::Alloca) return p;
    if (!is_address_step(opcode)) return kNoPoint;
  }
  return kNoPoint;
}

void Definitions::find_escapes(const Function& function) {
  for (Point p = function.entry; p < function.entry + function.instruction_count; ++p) {
    const Instruction& i = program_.code[p];
    visit_operands(
        program_, i,
        [&](Operand operand) {
          if (is_constant(operand)) return;
          const Point variable = this->variable(operand);
          if (variable == kNoPoint || only_accesses(i, operand)) return;
          const bool is_copy = i.opcode == Opcode::Move && points_[i.a].size() == 1;
          if (!is_copy) escapes_[program_.code[variable].a] = true;
        },
        [](uint32_t) {});
  }
}

bool Definitions::stays_local(Operand operand) const {
  const Point found = variable(operand);
  return found != kNoPoint && !escapes_[program_.code[found].a];
}

FunctionTexts::FunctionTexts(const Program& program, const ProgramTexts& texts,
                             const Function& function)
    : program_(program),
      texts_(texts),
      function_(function),
      definitions_(program, function),
      values_(function.instruction_count),
      progress_(function.instruction_count) {
  for (Point p = function.entry; p < function.entry + function.instruction_count; ++p)
    find_value(p);
}

uint64_t FunctionTexts::find_value(Point point) {
  const size_t index = point - function_.entry;
  if (progress_[index] == Progress::Done) return values_[index];
  const uint64_t shallow = texts_.nameless(point);
  // Code that cannot be reached may use what it makes itself.
  if (progress_[index] == Progress::Begun) return shallow;
  progress_[index] = Progress::Begun;
  uint64_t hash = shallow;
  visit_operands(
      program_, program_.code[point],
      [&](Operand operand) {
        if (!is_constant(operand)) hash = mix(hash, value_of(operand));
      },
      [](uint32_t) {});
  progress_[index] = Progress::Done;
  return values_[index] = hash;
}

uint64_t FunctionTexts::value_of(Operand operand) {
  const Point only = definitions_.only(operand);
  if (only != kNoPoint) return mix(find_value(only), operand - program_.code[only].a);
  return definitions_.of(operand).empty() ? mix(operand, 1) : joined(operand);
}

uint64_t FunctionTexts::joined(uint32_t slot) const {
  uint64_t sum = 0;
  for (const Point p : definitions_.of(slot)) {
    sum += texts_.nameless(p);
    const Point source =
        program_.code[p].opcode == Opcode::Move ? definitions_.only(program_.code[p].b) : kNoPoint;
    if (source != kNoPoint) sum += texts_.nameless(source);
  }
  return sum;
}

const Global* FunctionTexts::object_of(Point point) const {
  const Global* found = nullptr;
  const auto look = [&](Operand base) {
    for (;;) {
      if (is_constant(base)) {
        found = texts_.variable(program_.constants[base & ~kConstantBit]);
        return;
      }
      const Point made = definitions_.only(base);
      if (made == kNoPoint) return;
      const Instruction& i = program_.code[made];
      if (i.opcode == Opcode::ThreadLocal) found = &program_.thread_locals[size_t(i.imm)];
      if (!is_address_step(i.opcode)) return;
      base = i.b;
    }
  };
  const Instruction& i = program_.code[point];
  if (i.opcode == Opcode::Call) {
    const auto arguments = program_.operands(i.c);
    if (!arguments.empty()) look(arguments[0]);
  } else {
    visit_accesses(program_, point, [&](const StaticAccess& access) {
      if (!found || found->shown_name.empty()) look(access.base);
    });
  }
  return found;
}

StatementKind access_kind(const Program& program, Point point, const FunctionTexts& texts) {
  const Instruction& i = program.code[point];
  if (is_plain_synchronisation(i.opcode)) return StatementKind::Synchronise;
  if (i.opcode == Opcode::ThreadCreate) return StatementKind::Create;
  if (i.opcode == Opcode::LifetimeStart || i.opcode == Opcode::LifetimeEnd)
    return StatementKind::Local;
  const Definitions& definitions = texts.definitions();
  bool reads = false, writes = false, indexed = false;
  visit_accesses(program, point, [&](const StaticAccess& access) {
    if (definitions.stays_local(access.base)) return;
    reads |= access.reads;
    writes |= access.writes;
    const Point made = definitions.only(access.base);
    indexed |= made != kNoPoint && program.code[made].opcode == Opcode::Index;
  });
  if (!reads && !writes) return StatementKind::Local;
  if (i.opcode == Opcode::AtomicUpdate || i.opcode == Opcode::CompareExchange)
    return StatementKind::AtomicUpdate;
  if (i.opcode == Opcode::CopyMemory || i.opcode == Opcode::SetMemory) return StatementKind::Copy;
  if (i.aux & kAtomic) return writes ? StatementKind::AtomicWrite : StatementKind::AtomicRead;
  if (indexed) return writes ? StatementKind::ElementWrite : StatementKind::ElementRead;
  return writes ? StatementKind::Write : StatementKind::Read;
}

}  // namespace heddle
