// Facts: what the static analyses know, as plain tables by Point. All that others may ask.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "analysis/locations.h"
#include "support/bit_set.h"

namespace heddle {

// An access through a register whose value a thread already has: its real address can be read off the
// thread's frame.
struct FrameAccess {
  uint32_t slot = 0;
  int64_t offset = 0;
  uint64_t size = 0;  // kWholeObject: all of the object it points into
  bool reads = false;
  bool writes = false;
  friend bool operator==(const FrameAccess&, const FrameAccess&) = default;
};

// A mutex that will be locked, named as accesses are: through a register, or a global by its address.
struct FrameLock {
  static constexpr uint32_t kGlobal = ~0u;
  uint32_t slot = 0;
  int64_t offset = 0;  // kGlobal: the address
  friend auto operator<=>(const FrameLock&, const FrameLock&) = default;
};

// What may happen from a place in a function until it returns, in functions it calls and threads it
// starts as well.
struct Future {
  BitSet reads;   // locations
  BitSet writes;
  std::vector<FrameAccess> through_frame;  // sorted by slot, offset, size

  // For futures that end where a path locks its first mutex: the mutexes, whether there are others
  // that have no name here, and whether a path may return without locking any.
  std::vector<FrameLock> locks;  // sorted
  bool locks_others = false;
  bool returns_before = false;
  friend bool operator==(const Future&, const Future&) = default;
};

using FutureIndex = uint32_t;
inline constexpr FutureIndex kNoFuture = ~0u;

enum class FieldAccessVariant : uint8_t { Off, Insensitive, Callee, Sensitive };

struct Facts {
  FieldAccessVariant field_access = FieldAccessVariant::Off;
  std::vector<Future> futures;
  // Before the instruction; at a call, after it.
  std::vector<FutureIndex> future_at;        // by Point
  std::vector<FutureIndex> future_at_entry;  // by function
  // The same up to the first mutex that is locked; empty without the happens-before analyses.
  std::vector<FutureIndex> until_lock_at;
  std::vector<FutureIndex> until_lock_at_entry;
  std::unique_ptr<Locations> locations;

  static constexpr ObjectId kNoObject = ~0u;
  std::vector<ObjectId> made_at;  // by Point: the heap block or local variable that begins there
  std::vector<ObjectId> globals;
  std::vector<ObjectId> thread_locals;
  double seconds = 0;  // that the analyses took
};

}  // namespace heddle
