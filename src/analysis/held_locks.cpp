// SPDX-License-Identifier: Apache-2.0
#include "analysis/held_locks.h"

#include <algorithm>

#include "program/control_flow.h"

namespace heddle {

namespace {

bool is_lock(SyncKind kind) {
  return kind == SyncKind::MutexLock || kind == SyncKind::RwLockRead ||
         kind == SyncKind::RwLockWrite || kind == SyncKind::SpinLock;
}
bool is_try_lock(SyncKind kind) {
  return kind == SyncKind::MutexTryLock || kind == SyncKind::RwLockTry ||
         kind == SyncKind::SpinTryLock;
}
bool is_wait(SyncKind kind) { return kind == SyncKind::CondWait || kind == SyncKind::CondWake; }

LockNames common(const LockNames& a, const LockNames& b) {
  LockNames result;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(),
                        std::inserter(result, result.end()));
  return result;
}

}  // namespace

HeldLocks::HeldLocks(const Program& program, const PointsTo& points_to, const UserCode& code,
                     const LibraryEffects& effects, const std::vector<ThreadRoot>& threads)
    : program_(program),
      points_to_(points_to),
      code_(code),
      effects_(effects),
      names_(program, points_to) {
  constexpr int kMostRounds = 30;  // then what is not settled counts as it is
  for (const InstanceId id : code.instances()) instances_[id];
  for (int round = 0; round == 0 || (changed_ && round < kMostRounds); ++round) {
    changed_ = false;
    for (const InstanceId id : code.instances()) walk(id, Phase::Summaries);
  }
  for (const ThreadRoot& thread : threads)
    for (const InstanceId root : thread.begins_in) instances_[root].entry.emplace();
  for (int round = 0; round == 0 || (changed_ && round < kMostRounds); ++round) {
    changed_ = false;
    for (const InstanceId id : code.instances())
      if (instances_[id].entry) walk(id, Phase::Facts);
  }
}

LockNames HeldLocks::at(InstanceId instance, Point point) const {
  const auto& known = instances_.at(instance).at;
  const auto found = known.find(point);
  return found == known.end() ? LockNames{} : *found->second;
}

std::set<std::string> HeldLocks::names(InstanceId instance, Point call,
                                       const LibraryEffect& effect) const {
  std::set<std::string> result;
  const auto add = [&](const Target& target) {
    const PlaceName name = names_.name(target.object, target.offset, 4, kNoPoint);
    if (!name.text.empty()) result.insert(name.text);
  };
  if (effect.parameter == LibraryEffect::kNoParameter) {
    add(effect.target);
    return result;
  }
  const auto arguments = program_.operands(program_.code[call].c);
  if (effect.parameter >= arguments.size()) return result;
  for (Target target : points_to_.targets(instance, arguments[effect.parameter])) {
    target.offset += effect.target.offset;
    add(target);
  }
  return result;
}

bool HeldLocks::meet(State from, std::optional<State>& into) {
  if (!into) {
    into = std::move(from);
    return true;
  }
  if (from == *into) return false;
  State met{common(from.held, into->held), {}};
  for (const auto& [variable, locks] : into->guards)
    if (const auto other = from.guards.find(variable);
        other != from.guards.end() && other->second == locks)
      met.guards.emplace(variable, locks);
  if (met == *into) return false;
  into = std::move(met);
  return true;
}

void HeldLocks::enter(InstanceId callee, const LockNames& held) {
  if (meet({held, {}}, instances_[callee].entry)) changed_ = true;
}

void HeldLocks::walk(InstanceId id, Phase phase) {
  const Function& function = points_to_.function_of(program_, id);
  PerInstance& data = instances_[id];
  const std::vector<Block> blocks = blocks_of(program_, function);
  std::vector<std::optional<State>> in(blocks.size());
  in[0] = phase == Phase::Facts ? *data.entry : State{};
  const auto block_at = [&](Point point) {
    return size_t(std::lower_bound(blocks.begin(), blocks.end(), Block{point, 0}) - blocks.begin());
  };
  std::optional<State> out;
  bool again = true;
  while (again) {
    again = false;
    out.reset();
    for (size_t k = 0; k < blocks.size(); ++k) {
      if (!in[k]) continue;
      State state = *in[k];
      std::shared_ptr<const LockNames> held;  // of the state, since the last call
      for (Point point = blocks[k].first; point < blocks[k].second; ++point) {
        if (phase == Phase::Facts) {
          if (!held) held = std::make_shared<LockNames>(state.held);
          data.at[point] = held;
        }
        if (!is_call(program_.code[point].opcode)) continue;
        pass(id, point, phase, state);
        held.reset();
      }
      const Point last = blocks[k].second - 1;
      const auto flow = [&](Point target) {
        const size_t to = block_at(target);
        if (meet(state, in[to]) && to <= k) again = true;
      };
      visit_targets(program_, last, flow);
      if (!ends_block(program_.code[last].opcode) && k + 1 < blocks.size()) flow(last + 1);
      if (program_.code[last].opcode == Opcode::Return) meet(state, out);
    }
  }
  if (phase != Phase::Summaries || !out) return;
  if (data.gained != out->held) {
    data.gained = out->held;
    changed_ = true;
  }
}

void HeldLocks::pass(InstanceId id, Point point, Phase phase, State& state) {
  const auto& callees = points_to_.callees(id, point);
  if (phase == Phase::Facts)
    for (const InstanceId callee : callees)
      for (const InstanceId called : code_.called_by(callee)) enter(called, state.held);
  if (callees.empty()) return;
  std::optional<State> after;
  for (const InstanceId callee : callees) {
    State one = callees.size() == 1 ? std::move(state) : state;
    if (code_.is_users(callee)) {
      const PerInstance& called = instances_[callee];
      for (const std::string& lock : called.released) one.held.erase(lock);
      if (called.gained) one.held.insert(called.gained->begin(), called.gained->end());
      LockNames& released = instances_[id].released;
      const size_t before = released.size();
      released.insert(called.released.begin(), called.released.end());
      changed_ = changed_ || released.size() != before;
    } else {
      call_library(id, point, callee, one);
    }
    meet(std::move(one), after);
  }
  state = std::move(*after);
}

// The local variable that is the call's first argument: the object of a member function.
std::optional<ObjectId> HeldLocks::variable(InstanceId id, Point call) const {
  const auto arguments = program_.operands(program_.code[call].c);
  if (arguments.empty()) return std::nullopt;
  const auto& targets = points_to_.targets(id, arguments[0]);
  if (targets.size() != 1 || points_to_.objects()[targets[0].object].kind != ObjectKind::Local)
    return std::nullopt;
  return targets[0].object;
}

const HeldLocks::LockCall& HeldLocks::lock_call(InstanceId id, Point point, InstanceId callee) {
  const auto [place, is_new] = lock_calls_.try_emplace({id, point, callee});
  LockCall& call = place->second;
  if (!is_new) return call;
  for (const LibraryEffect& effect : effects_[callee]) {
    call.waits = call.waits || is_wait(effect.sync);
    LockNames* const list = is_lock(effect.sync)       ? &call.locked
                            : is_try_lock(effect.sync) ? &call.tried
                            : is_release(effect.sync)  ? &call.unlocked
                                                       : nullptr;
    if (list) list->merge(names(id, point, effect));
  }
  if (call.waits || call.locked.empty()) return call;
  const auto arguments = program_.operands(program_.code[point].c);
  for (uint32_t k = 0; k < arguments.size(); ++k) {
    const LibraryEffect argument{.parameter = k};
    call.given.merge(names(id, point, argument));
  }
  return call;
}

void HeldLocks::call_library(InstanceId id, Point point, InstanceId callee, State& state) {
  const LockCall& call = lock_call(id, point, callee);
  LockNames locked = call.locked, unlocked = call.unlocked;
  // A condition variable gives the mutex back only while it waits.
  if (call.waits || (locked.empty() && unlocked.empty())) return;
  const std::optional<ObjectId> guard = variable(id, point);
  const auto known = guard ? state.guards.find(*guard) : state.guards.end();
  const bool is_known = known != state.guards.end();
  if (locked.empty()) {
    if (is_known) unlocked = known->second;
    for (const std::string& lock : unlocked) state.held.erase(lock);
    instances_[id].released.insert(unlocked.begin(), unlocked.end());
    return;
  }
  // What a guard locks is, of all mutexes that guards lock somewhere, the one that it is given.
  const std::string& type =
      program_.source.types[points_to_.function_of(program_, callee).this_type].name;
  if (type.starts_with("std::scoped_lock<")) locked.insert(call.tried.begin(), call.tried.end());
  LockNames chosen = common(locked, call.given);
  if (chosen.empty() && is_known) chosen = known->second;
  if (chosen.empty() && locked.size() == 1) chosen = locked;
  state.held.insert(chosen.begin(), chosen.end());
  if (guard && !is_known) state.guards[*guard] = chosen;
  // Locked and unlocked in one call, without waiting: a function that uses a mutex of its own.
  if (!unlocked.empty() && type.empty())
    for (const std::string& lock : unlocked) state.held.erase(lock);
}

}  // namespace heddle
