// SPDX-License-Identifier: Apache-2.0
#include "incremental/value_flow.h"

#include "analysis/accesses.h"
#include "program/control_flow.h"
#include "program/operands.h"

namespace heddle {

namespace {

template <typename Visit>
void visit_points(const Function& function, Visit visit) {
  for (Point p = function.entry; p < function.entry + function.instruction_count; ++p) visit(p);
}

}  // namespace

ValueFlow::Code::Code(const Program& program, const Function& function)
    : definitions(program, function), uses(function.slot_count), changed(function.slot_count) {
  visit_points(function, [&](Point p) {
    visit_operands(
        program, program.code[p],
        [&](Operand operand) {
          if (!is_constant(operand)) uses[operand].push_back(p);
        },
        [](uint32_t) {});
    visit_accesses(program, p, [&](const StaticAccess& access) {
      const Point variable = definitions.variable(access.base);
      if (access.reads && variable != kNoPoint) loads[variable].push_back(p);
    });
  });
}

ValueFlow::ValueFlow(const Program& program, const MemoryUse& memory)
    : program_(program), memory_(memory), addresses_(program), touched_(program.code.size()) {
  for (const Function& function : program.functions)
    if (is_users(function))
      visit_points(function, [&](Point p) {
        if (program.code[p].opcode == Opcode::Call) calls_of_[program.code[p].b].push_back(p);
      });
  for (const auto& [call, callees] : memory.called)
    for (const FunctionIndex callee : callees) calls_of_[callee].push_back(call);
}

ValueFlow::Code* ValueFlow::code_of(FunctionIndex function) {
  if (!is_users(program_.functions[function])) return nullptr;
  std::unique_ptr<Code>& code = codes_[function];
  if (!code) code = std::make_unique<Code>(program_, program_.functions[function]);
  return code.get();
}

void ValueFlow::add(Point point) {
  change_results(point);
  follow();
}

void ValueFlow::add_replaced(Point point) {
  change_results(point);
  change_numbers(point);
  follow();
}

void ValueFlow::add_new(Point point) {
  change_results(point);
  change_numbers(point);
  std::set<FunctionIndex> functions;
  add_callees(point, functions);
  for (const FunctionIndex function : functions)
    visit_points(program_.functions[function], [&](Point p) { change_left(p, functions); });
  follow();
}

// Not addresses: which object is meant shows in what is accessed.
void ValueFlow::change_numbers(Point call) {
  const Instruction& i = program_.code[call];
  if (!is_call(i.opcode)) return;
  const auto arguments = program_.operands(i.c);
  const auto change_in = [&](FunctionIndex callee) {
    for (uint32_t k = 0; k < arguments.size(); ++k)
      if (is_constant(arguments[k]) &&
          !addresses_.decode(program_.constants[arguments[k] & ~kConstantBit]))
        change(callee, k);
  };
  if (i.opcode == Opcode::Call) change_in(i.b);
  if (const auto called = memory_.called.find(call); called != memory_.called.end())
    for (const FunctionIndex callee : called->second) change_in(callee);
}

// The user's functions that run in the call.
void ValueFlow::add_callees(Point call, std::set<FunctionIndex>& to) const {
  const auto add = [&](FunctionIndex function) {
    if (!is_users(program_.functions[function]) || !to.insert(function).second) return;
    visit_points(program_.functions[function], [&](Point p) { add_callees(p, to); });
  };
  if (program_.code[call].opcode == Opcode::Call) add(program_.code[call].b);
  if (const auto called = memory_.called.find(call); called != memory_.called.end())
    for (const FunctionIndex callee : called->second) add(callee);
}

// What a store leaves behind when its functions have returned.
void ValueFlow::change_left(Point store, const std::set<FunctionIndex>& functions) {
  const auto written = memory_.written.find(store);
  if (written == memory_.written.end()) return;
  std::set<LocationId> left;
  for (const LocationId location : written->second) {
    const AbstractObject& object =
        memory_.points_to->objects()[memory_.locations->place_of(location).object];
    const bool is_theirs =
        object.kind == ObjectKind::Local && functions.contains(program_.function_at(object.index));
    if (!is_theirs) left.insert(location);
  }
  visit_readers(left, [&](Point load) { change_read(load); });
}

void ValueFlow::change(FunctionIndex function, uint32_t slot) {
  Code* code = code_of(function);
  if (!code || slot >= code->changed.size() || code->changed[slot]) return;
  code->changed[slot] = true;
  open_.emplace_back(function, slot);
}

// What comes out of the instruction, wherever it goes.
void ValueFlow::change_results(Point point) {
  const FunctionIndex function = program_.function_at(point);
  Code* code = code_of(function);
  if (!code) return;
  const Instruction& i = program_.code[point];
  // They end what a variable held, but give it no other value: who reads it comes before, or reads what was written since.
  if (i.opcode == Opcode::LifetimeStart || i.opcode == Opcode::LifetimeEnd) return;
  change_made(point);
  visit_accesses(program_, point, [&](const StaticAccess& access) {
    const Point variable = code->definitions.variable(access.base);
    if (!access.writes || variable == kNoPoint) return;
    for (const Point load : code->loads[variable]) change_made(load);
  });
  change_readers(point);
  if (i.opcode == Opcode::Return && !program_.operands(i.c).empty()) change_returned(function);
}

void ValueFlow::change_returned(FunctionIndex function) {
  for (const Point call : calls_of_[function]) change_made(call);
  if (const auto calls = memory_.called_back.find(function); calls != memory_.called_back.end())
    for (const Point call : calls->second) change_read(call);
  if (const auto kept = memory_.kept_results.find(function); kept != memory_.kept_results.end())
    visit_readers(kept->second, [&](Point load) { change_read(load); });
}

// What comes out of the instruction into registers.
void ValueFlow::change_made(Point point) {
  visit_operands(
      program_, program_.code[point], [](Operand) {},
      [&](uint32_t slot) { change(program_.function_at(point), slot); });
}

// A call that reads it does all that it does by it.
void ValueFlow::change_read(Point load) {
  if (!is_call(program_.code[load].opcode)) return change_made(load);
  if (touched_[load]) return;
  touched_[load] = true;
  change_made(load);
  change_readers(load);
}

void ValueFlow::change_readers(Point store) {
  const auto written = memory_.written.find(store);
  if (written == memory_.written.end()) return;
  visit_readers(written->second, [&](Point load) { change_read(load); });
}

void ValueFlow::add_begun(const std::set<LocationId>& locations) {
  visit_readers(locations, [&](Point load) { change_read(load); });
  follow();
}

void ValueFlow::add_unwritten(const std::set<LocationId>& locations) {
  visit_readers(locations, [&](Point load) {
    if (!memory_.watchful.contains(load)) change_read(load);
  });
  follow();
}

// Those of copies, too.
template <typename Visit>
void ValueFlow::visit_readers(const std::set<LocationId>& locations, Visit visit) {
  std::vector<LocationId> open(locations.begin(), locations.end());
  std::set<LocationId> seen = locations;
  while (!open.empty()) {
    const LocationId location = open.back();
    open.pop_back();
    if (const auto readers = memory_.readers.find(location); readers != memory_.readers.end())
      for (const Point load : readers->second) visit(load);
    if (const auto given = memory_.given.find(location); given != memory_.given.end())
      for (const auto& [function, parameter] : given->second) change(function, parameter);
    if (const auto copies = memory_.copies.find(location); copies != memory_.copies.end())
      for (const LocationId copy : copies->second)
        if (seen.insert(copy).second) open.push_back(copy);
  }
}

void ValueFlow::touch(Point point, uint32_t slot) {
  touched_[point] = true;
  const Instruction& i = program_.code[point];
  if (i.opcode == Opcode::Call && is_users(program_.functions[i.b]))
    return change_arguments(point, i.b, slot);
  if (const auto callees = memory_.called.find(point); callees != memory_.called.end()) {
    for (const FunctionIndex callee : callees->second) change_arguments(point, callee, slot);
    if (i.b != slot) return;
    redirected_.insert(point);
  }
  if (const auto others = memory_.handed_on.find(point); others != memory_.handed_on.end())
    for (const auto& [function, parameter] : others->second) change(function, parameter);
  change_results(point);
}

void ValueFlow::change_arguments(Point call, FunctionIndex callee, uint32_t slot) {
  const auto arguments = program_.operands(program_.code[call].c);
  for (uint32_t k = 0; k < arguments.size(); ++k)
    if (arguments[k] == slot) change(callee, k);
}

void ValueFlow::follow() {
  while (!open_.empty()) {
    const auto [function, slot] = open_.back();
    open_.pop_back();
    for (const Point use : code_of(function)->uses[slot]) touch(use, slot);
  }
}

}  // namespace heddle
