// TransitionEffects: what a transition did that the order among threads could matter to.
//
// For searches by dependence on transitions of any length: a thread goes on past operations that the reduction lets pass, that
// nobody else could do anything about, or that others cannot notice in a program without data races. What order could matter to
// is all that it touched; what others could have done instead of the whole transition depends on fewer of them (`exposed`).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <vector>

#include "machine/machine.h"
#include "search/dependence.h"

namespace heddle {

// A synchronisation object or atomic word, and what was done with it.
struct SyncUse {
  enum class Kind : uint8_t { Read, Write, Acquire };
  uint64_t address = 0;
  Kind kind = Kind::Read;  // Acquire: waited until the word had no owner
  friend auto operator<=>(const SyncUse&, const SyncUse&) = default;
};

// A thread and what it stands before.
struct WokenThread {
  ThreadNumber thread = 0;
  std::vector<Touch> touches;
};

struct TransitionEffects {
  ThreadNumber thread = 0;
  std::vector<Touch> first;  // by the operation it began with
  std::vector<Touch> later;
  std::vector<Touch>
      exposed;  // of all of these, what others could have come before the transition with
  std::vector<SyncUse> first_uses;
  std::vector<SyncUse> uses;  // all, sorted
  std::vector<uint64_t> releases;  // mutexes
  uint64_t created = 0;
  std::vector<WokenThread> woken;  // who had to wait before it, and no longer has to
  bool ends = false;  // the execution, or the part of it that matters
};

// The operation that a thread stands before.
std::vector<Touch> pending_touches(const Machine& machine, ThreadNumber thread);

// Looks at a machine before and after a transition.
class EffectsRecorder {
 public:
  EffectsRecorder(const Machine& machine, ThreadNumber thread);
  TransitionEffects finish(const Machine& machine, Stop stop) const;

 private:
  ThreadNumber thread_;
  Pending first_;
  Footprint expected_;
  uint64_t waiting_;
};

}  // namespace heddle
