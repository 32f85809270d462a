// Held locks: which mutexes a thread has locked for certain at each place of the user's code, by name.
//
// Forward, over all paths and callers. A mutex goes by the name of its place (place_names.h): those of two
// objects of one class have one name. That is what a reader wants to know, and it is only meant for readers: two accesses under
// the "same" mutex may still be under two different ones.
//
// lock_guard and its kin are followed by the variable: what its constructor has locked, its destructor unlocks.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>

#include "analysis/library_effects.h"
#include "analysis/place_names.h"
#include "analysis/static_threads.h"
#include "analysis/user_code.h"

namespace heddle {

using LockNames = std::set<std::string>;

class HeldLocks {
 public:
  HeldLocks(const Program& program, const PointsTo& points_to, const UserCode& code,
            const LibraryEffects& effects, const std::vector<ThreadRoot>& threads);

  // Before the instruction.
  LockNames at(InstanceId instance, Point point) const;
  // What an effect of a call is about, by name.
  std::set<std::string> names(InstanceId instance, Point call, const LibraryEffect& effect) const;

 private:
  using Guards = std::map<ObjectId, LockNames>;  // by variable: what it has locked
  struct State {
    LockNames held;
    Guards guards;
    friend bool operator==(const State&, const State&) = default;
  };
  struct PerInstance {
    std::optional<State> entry;  // none: not reached
    std::optional<LockNames> gained;  // at every return, if none was held at the entry
    LockNames released;  // perhaps
    std::map<Point, std::shared_ptr<const LockNames>> at;  // calls and accesses
  };
  // What a call into the library does to locks.
  struct LockCall {
    LockNames locked, tried, unlocked;
    LockNames given;  // as arguments
    bool waits = false;
  };
  enum class Phase : uint8_t { Summaries, Facts };

  void walk(InstanceId id, Phase phase);
  void pass(InstanceId id, Point point, Phase phase, State& state);
  void call_library(InstanceId id, Point point, InstanceId callee, State& state);
  const LockCall& lock_call(InstanceId id, Point point, InstanceId callee);
  void enter(InstanceId callee, const LockNames& held);
  std::optional<ObjectId> variable(InstanceId id, Point call) const;
  static bool meet(State from, std::optional<State>& into);

  const Program& program_;
  const PointsTo& points_to_;
  const UserCode& code_;
  const LibraryEffects& effects_;
  PlaceNames names_;
  std::map<InstanceId, PerInstance> instances_;
  std::map<std::tuple<InstanceId, Point, InstanceId>, LockCall> lock_calls_;
  bool changed_ = false;
};

}  // namespace heddle
