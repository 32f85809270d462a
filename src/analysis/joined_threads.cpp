// SPDX-License-Identifier: Apache-2.0
#include "analysis/joined_threads.h"

#include <algorithm>

#include "program/operands.h"

namespace heddle {

JoinedThreads::JoinedThreads(const Program& program, const PointsTo& points_to,
                             const UserCode& code, const LibraryEffects& effects,
                             const std::vector<ThreadRoot>& threads)
    : program_(program), points_to_(points_to), code_(code), effects_(effects) {
  const std::set<InstanceId>& first = threads[0].runs;
  for (const InstanceId id : first) collect(id);
  std::map<InstanceId, std::vector<std::pair<InstanceId, Point>>> calls;
  for (const InstanceId id : first) {
    const Function& function = points_to.function_of(program, id);
    for (Point p = function.entry; p < function.entry + function.instruction_count; ++p)
      for (const InstanceId callee : points_to.callees(id, p))
        for (const InstanceId called : code.called_by(callee)) calls[called].emplace_back(id, p);
  }
  std::vector<InstanceId> open;
  for (const InstanceId id : first)
    if (!instances_[id].starts.empty() && starters_.insert(id).second) open.push_back(id);
  while (!open.empty()) {
    const InstanceId starter = open.back();
    open.pop_back();
    for (const auto& [caller, point] : calls[starter])
      if (starters_.insert(caller).second) open.push_back(caller);
  }
  // A call of one of these is a start without a variable.
  for (const InstanceId starter : starters_)
    for (const auto& [caller, point] : calls[starter])
      if (caller != starter) instances_[caller].starts.push_back({point, {}});
  const auto is_run_by_others = [&](InstanceId id) {
    return std::any_of(threads.begin() + 1, threads.end(),
                       [&](const ThreadRoot& thread) { return thread.runs.contains(id); });
  };
  for (const InstanceId id : first) instances_[id].entered_alone = !is_run_by_others(id);
  bool changed = true;
  while (changed) {
    changed = false;
    for (const InstanceId id : first) {
      PerInstance& data = instances_[id];
      if (!data.entered_alone) continue;
      const auto& from = calls[id];
      if (std::all_of(from.begin(), from.end(),
                      [&](const auto& call) { return is_alone(call.first, call.second); }))
        continue;
      data.entered_alone = false;
      changed = true;
    }
  }
}

// The variable that a thread is kept in: pthread_join is given what it holds.
std::set<ObjectId> JoinedThreads::handles(InstanceId id, Operand operand) const {
  std::set<ObjectId> result;
  for (const Target& target : points_to_.targets(id, operand)) {
    if (points_to_.objects()[target.object].kind == ObjectKind::Function) continue;
    result.insert(target.object);
  }
  if (!result.empty() || is_constant(operand)) return result;
  const Function& function = points_to_.function_of(program_, id);
  for (Point p = function.entry; p < function.entry + function.instruction_count; ++p) {
    const Instruction& i = program_.code[p];
    if (i.opcode == Opcode::Load8 && i.a == operand)
      for (const Target& target : points_to_.targets(id, i.b)) result.insert(target.object);
  }
  return result;
}

void JoinedThreads::collect(InstanceId id) {
  PerInstance& data = instances_[id];
  const Function& function = points_to_.function_of(program_, id);
  for (Point p = function.entry; p < function.entry + function.instruction_count; ++p)
    for (const InstanceId callee : points_to_.callees(id, p)) {
      const auto arguments = program_.operands(program_.code[p].c);
      const auto& effects = effects_[callee];
      const auto any = [&](auto is) { return std::any_of(effects.begin(), effects.end(), is); };
      if (any([](const LibraryEffect& effect) { return effect.starts_thread; }))
        data.starts.push_back(
            {p, arguments.empty() ? std::set<ObjectId>{} : handles(id, arguments[0])});
      else if (any([](const LibraryEffect& effect) { return effect.sync == SyncKind::Join; }))
        data.joins.push_back(
            {p, arguments.empty() ? std::set<ObjectId>{} : handles(id, arguments[0])});
    }
}

bool JoinedThreads::is_temporary(ObjectId id) const {
  const AbstractObject& object = points_to_.objects()[id];
  const auto named = [](const LocalVariable& variable, Point p) {
    return variable.alloca_point < p;
  };
  const auto local =
      std::lower_bound(program_.locals.begin(), program_.locals.end(), object.index, named);
  return object.kind == ObjectKind::Local &&
         (local == program_.locals.end() || local->alloca_point != object.index);
}

bool JoinedThreads::is_joined(const Statement& start, const PerInstance& data, Point point) const {
  std::set<ObjectId> kept = start.handles;
  for (const ObjectId handle : start.handles) {
    const auto& held = points_to_.contents(handle);
    kept.insert(held.begin(), held.end());
  }
  // A thread that is moved on from a temporary is somewhere that a join will know.
  const bool is_moved =
      std::any_of(kept.begin(), kept.end(), [&](ObjectId id) { return is_temporary(id); });
  return std::any_of(data.joins.begin(), data.joins.end(), [&](const Statement& join) {
    const bool same =
        is_moved || std::any_of(join.handles.begin(), join.handles.end(),
                                [&](ObjectId handle) { return kept.contains(handle); });
    return same && code_.leads_to(start.point, join.point) && code_.leads_to(join.point, point) &&
           !code_.leads_to(point, join.point);
  });
}

bool JoinedThreads::is_alone(InstanceId instance, Point point) const {
  const auto found = instances_.find(instance);
  if (found == instances_.end() || !found->second.entered_alone) return false;
  const PerInstance& data = found->second;
  return std::all_of(data.starts.begin(), data.starts.end(), [&](const Statement& start) {
    return !code_.leads_to(start.point, point) || is_joined(start, data, point);
  });
}

}  // namespace heddle
