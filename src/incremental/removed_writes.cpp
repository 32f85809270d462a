// SPDX-License-Identifier: Apache-2.0
#include "incremental/removed_writes.h"

#include "program/operands.h"

namespace heddle {

namespace {

constexpr unsigned kMaxLoads = 4;  // from one pointer to the next
constexpr size_t kMaxCalls = 1000;  // a program that became another one is not followed for long
constexpr size_t kMaxTargets = 64;  // more say next to nothing about any of them

constexpr FunctionIndex kGone = Program::kNoFunction;

Target moved(Target target, int64_t offset) {
  if (offset == VersionAddress::kAnywhere) return {target.object, 0, 1, 0};
  target.offset += offset;
  return target;
}

}  // namespace

RemovedWrites::RemovedWrites(const Version& before, const Version& after, const VersionMatch& match,
                             const Program& program, const MemoryUse& memory)
    : before_(before), after_(after), match_(match), program_(program), memory_(memory) {
  for (uint32_t k = 0; k < before.functions.size(); ++k)
    functions_before_[before.texts[before.functions[k].name]] = k;
  for (FunctionIndex k = 0; k < program.functions.size(); ++k)
    functions_now_[program.functions[k].name] = k;
  for (uint32_t k = 0; k < program.globals.size(); ++k) globals_now_[program.globals[k].name] = k;
  const std::vector<Instance>& instances = memory.points_to->instances();
  for (InstanceId id = 0; id < instances.size(); ++id)
    instances_[instances[id].function].push_back(id);
}

void RemovedWrites::add(uint32_t function, uint32_t statement) {
  add_written({.function = function, .is_called = false, .arguments = {}}, statement);
}

void RemovedWrites::add_written(const Frame& frame, uint32_t index) {
  const VersionStatement& statement = before_.functions[frame.function].statements[index];
  if (statement.callee) return add_call(frame, statement);
  if (statement.written == 0) return;
  const Targets to = targets(frame, statement.addresses[0], 0);
  if (to.size() <= kMaxTargets) written_.merge(locations(to, statement.written));
}

void RemovedWrites::add_call(const Frame& frame, const VersionStatement& call) {
  const auto callee = functions_before_.find(before_.texts[call.callee]);
  if (callee == functions_before_.end() || called_.size() >= kMaxCalls) return;
  Frame inner{.function = callee->second, .is_called = true, .arguments = {}};
  for (const VersionAddress& argument : call.addresses)
    inner.arguments.push_back(targets(frame, argument, 0));
  if (!called_.insert(inner).second) return;
  const size_t count = before_.functions[inner.function].statements.size();
  for (uint32_t k = 0; k < count; ++k) add_written(inner, k);
}

RemovedWrites::Targets RemovedWrites::targets(const Frame& frame, const VersionAddress& address,
                                              unsigned depth) {
  Targets result;
  for (const Target& target : root(frame, address, depth))
    result.insert(moved(target, address.offset));
  return result;
}

RemovedWrites::Targets RemovedWrites::root(const Frame& frame, const VersionAddress& address,
                                           unsigned depth) {
  Targets result;
  switch (address.root) {
    case VersionAddress::Root::Unknown: return result;
    case VersionAddress::Root::Parameter:
      if (!frame.is_called)
        add_register(function_now(frame.function), address.number, result);
      else if (address.number < frame.arguments.size())
        result = frame.arguments[address.number];
      return result;
    case VersionAddress::Root::Global: {
      const std::string& old_name = before_.texts[address.number];
      const auto renamed = match_.new_names.find(old_name);
      const auto global =
          globals_now_.find(renamed == match_.new_names.end() ? old_name : renamed->second);
      if (global == globals_now_.end()) return result;
      const auto object = memory_.points_to->find(ObjectKind::Global, global->second);
      if (object) result.insert({*object, 0, 0, 0});
      return result;
    }
    case VersionAddress::Root::Statement: {
      const FunctionPair& pair = match_.pair_of_before(frame.function);
      const uint32_t partner = pair.statements.of_first[address.number];
      if (pair.after != kUnmatched && partner != kUnmatched)
        add_results(program_.functions[function_now(frame.function)].entry + partner, result);
      else
        result = loaded(frame, before_.functions[frame.function].statements[address.number], depth);
      return result;
    }
  }
  return result;
}

// A pointer that is read where another load of the later version reads, too.
RemovedWrites::Targets RemovedWrites::loaded(const Frame& frame, const VersionStatement& load,
                                             unsigned depth) {
  Targets result;
  if (load.callee || load.written != 0 || load.addresses.size() != 1 || depth == kMaxLoads)
    return result;
  constexpr uint64_t kPointerSize = 8;
  for (const LocationId location :
       locations(targets(frame, load.addresses[0], depth + 1), kPointerSize)) {
    const auto readers = memory_.readers.find(location);
    if (readers == memory_.readers.end()) continue;
    for (const Point reader : readers->second) add_results(reader, result);
  }
  return result;
}

void RemovedWrites::add_register(FunctionIndex function, Operand slot, Targets& to) const {
  if (function == kGone || slot >= program_.functions[function].slot_count) return;
  const auto instances = instances_.find(function);
  if (instances == instances_.end()) return;
  for (const InstanceId id : instances->second)
    for (const Target& target : memory_.points_to->targets(id, slot)) to.insert(target);
}

void RemovedWrites::add_results(Point point, Targets& to) const {
  visit_operands(
      program_, program_.code[point], [](Operand) {},
      [&](uint32_t slot) { add_register(program_.function_at(point), slot, to); });
}

std::set<LocationId> RemovedWrites::locations(const Targets& targets, uint64_t size) const {
  std::set<LocationId> result;
  for (const Target& target : targets) {
    if (memory_.points_to->objects()[target.object].kind == ObjectKind::Function) continue;
    if (memory_.points_to->is_anything(target)) continue;
    memory_.locations->visit(target, size, [&](LocationRange range) {
      for (LocationId location = range.first; location < range.end; ++location)
        result.insert(location);
    });
  }
  return result;
}

FunctionIndex RemovedWrites::function_now(uint32_t before) const {
  const uint32_t after = match_.pair_of_before(before).after;
  if (after == kUnmatched) return kGone;
  const auto found = functions_now_.find(after_.texts[after_.functions[after].name]);
  return found == functions_now_.end() ? kGone : found->second;
}

}  // namespace heddle
